export { answerHook } from '../answer-hook.js';

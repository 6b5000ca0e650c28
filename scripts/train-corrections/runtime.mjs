// Bundled by train-corrections.mjs: the program's own features, so that training and use can never differ.
export { eachFeature, FEATURES } from '../../src/guidance/lessons/correction-score.ts';
export { spokenText } from '../../src/guidance/transcript/own-text.ts';

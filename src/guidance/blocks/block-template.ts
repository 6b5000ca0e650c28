/** How a lesson is written down. Its placeholders keep it from being learned itself. */
export const BLOCK_TEMPLATE = `[PROCESS_KNOWLEDGE]
type: requirement | checklist | pattern | warning
priority: CRITICAL | HIGH | MEDIUM | LOW
label: <short title>
tools: [Write, Edit]
files: ["src/**/*.ts"]
keywords: ["git push"]
requirement: <the rule in one or two sentences; a list of points for a checklist>
[/PROCESS_KNOWLEDGE]`;

/** Shown at the start of a session. */
export const BLOCK_INTRODUCTION = `Witan guidance: a lasting rule of this project can be recorded by ending an answer with this block (tools, files and keywords say when it applies; leave out what does not matter). It becomes a draft that the user reviews.\n${BLOCK_TEMPLATE}`;

/** Shown with a prompt that looks like a correction. */
export const CORRECTION_LINE = `Witan guidance: if this message states a rule that should last, ending the answer with this block records it as a draft for the user's review:\n${BLOCK_TEMPLATE}`;

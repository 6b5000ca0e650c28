/** Reaches the model at the start of a session: when to use which tool. */
export const INSTRUCTIONS = `Witan convenes several models to decide a question together.
- deliberate: for a choice that is hard to undo or where you are unsure between options (architecture, data model, library, security trade-off). State the question with its options and put the facts that matter into context. It runs for seconds to minutes; do not use it for what can simply be looked up or tried.
- Read integrity before you rely on a verdict: a quorum not met, missing participants, a panel of one family or a result that a single vote flips are reasons for care. counterfactual tells what the vote would have been without debate.
- list_models: which adapters and models work here. set_session_models: which model an adapter uses where none is named, until the server ends.`;

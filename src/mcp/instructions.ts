/** Sent to the model at the start of a session: when to use which tool. */
export const INSTRUCTIONS = `Witan lets several models decide a question together, and stores decisions, hypotheses and their outcomes.
- deliberate: for a choice that is hard to undo or where you are unsure between options (architecture, data model, library, security trade-off). State the question with its options (without any, a recommended answer is written from all answers) and put the facts that matter into context. It runs for seconds to minutes; do not use it for what you can simply look up or try.
- The result of deliberate starts with verdict, one sentence; because and against give the reasons. The answers themselves are in the transcript, or call again with its deliberation_id and detail "debate".
- Read integrity before you rely on a verdict: a quorum not met, missing participants, a panel of one family or a result that a single vote flips are reasons for care. counterfactual shows the vote without debate.
- list_models: which adapters and models work here. set_session_models: the default model of an adapter, until the server ends.
- query_decisions: past decisions on similar questions, contradictions, how a decision developed, what decisions have in common. Look before you decide a question again. record_outcome: record how a decision turned out; later deliberations see it, and it counts in the models' records.
- start_ghap, update_ghap, resolve_ghap: when you act on a hypothesis that could be wrong (a bug's cause, whether a change will work), write it down before you act, correct it when you learn more, and record the outcome. Several may be open at a time; then give the id. start_ghap answers with similar hypotheses that failed or were confirmed before, and the nearest value, if there are any. get_active_ghap: what is open, and what an earlier session left open (adopt_ghap continues or closes it). search_experiences: what was tried before in a similar case.
- In a retrospective: get_retrospective says what recurs, how often predictions were confirmed, which values no longer fit and what to do next; get_cluster_members, then validate_value and store_value for a statement that the members support.
- list_knowledge: checklists, patterns, warnings and requirements of this project; hooks show them with the result of a matching call; a CRITICAL one pauses the call first, and the same call passes when it is made again. review_knowledge: promote, archive, edit or rate one, after the user decided. A lasting rule, such as a correction by the user, can be recorded by ending an answer with this block; it becomes a draft for the user's review:
[PROCESS_KNOWLEDGE]
type: requirement | checklist | pattern | warning
priority: CRITICAL | HIGH | MEDIUM | LOW
label: <short title>
tools: [Write, Edit]
files: ["src/**/*.ts"]
keywords: ["git push"]
requirement: <the rule in one or two sentences; a list of points for a checklist>
[/PROCESS_KNOWLEDGE]`;

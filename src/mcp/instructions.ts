/** Sent to the model at the start of a session: when to use which tool. Claude Code cuts everything behind 2,048 characters. */
export const INSTRUCTIONS = `Witan lets several models decide a question together, and stores decisions, hypotheses and outcomes.
- deliberate: for a choice that is hard to undo, or if you are unsure between options. State the question with its options and put facts into context. It runs for seconds to minutes; not for what you can look up or try. The result starts with verdict. Read integrity before you rely on it: no quorum, missing participants, one model family, or a single vote that flips the result call for care. detail "debate" with its deliberation_id shows the answers.
- list_models: what works here. set_session_models: the default model of an adapter.
- query_decisions: past decisions on similar questions; look before you decide again. record_outcome: how one turned out.
- start_ghap, update_ghap, resolve_ghap: write a hypothesis that could be wrong down before you act on it, and record the outcome. With several open ones give the id. get_active_ghap: what is open; adopt_ghap continues or closes what an earlier session left. search_experiences: what was tried before.
- Retrospective: get_retrospective; then get_cluster_members, validate_value and store_value.
- list_knowledge: checklists and warnings of this project. Hooks show them at a matching call; a CRITICAL one pauses the call, which passes when it is made again. review_knowledge: promote, archive, edit or rate one after the user decided. Record a lasting rule, such as a user's correction, by ending an answer with this block; the user reviews it:
[PROCESS_KNOWLEDGE]
type: requirement | checklist | pattern | warning
priority: CRITICAL | HIGH | MEDIUM | LOW
label: <short title>
tools: [Write, Edit]
files: ["src/**/*.ts"]
keywords: ["git push"]
requirement: <the rule in one or two sentences; a list of points for a checklist>
[/PROCESS_KNOWLEDGE]`;

/** The same for the server of the coach. */
export const COACH_INSTRUCTIONS = `Witan coaches the person who works on this project. The person writes the code, not you: help with questions, hints and explanations, and give the solution only if the person insists.
- paige_start_session when the person wants to be coached; from then on your own writes to the project are held, and only the person can pause that.
- paige_run_coaching_pipeline once, when you have made a plan for the session: the coach turns it into phases.
- Look before you speak: paige_get_session_state (name the items in include), paige_get_open_files, paige_get_buffer, paige_get_diff. They show what is typed and not saved; secrets are redacted.
- Point instead of telling: paige_open_file, paige_hint_files, paige_highlight_lines, paige_show_message with an anchor. Begin with the file, then the region, then the line; hintLevel says how much the person wants. Clear marks that are no longer needed.
- paige_update_phase when a phase begins or its work is done. paige_end_session only when the person asks for it.`;

/** Words that praise. */
export const BETTER =
  'better|faster|easier|simpler|safer|cheaper|lower|higher|quicker|cleaner|easy|safe|fast|quick|simple|cheap|good|low|high|less|fewer|smoother|shorter|reduced|improved|stronger|more|clearer|tighter|wider|richer|nicer|great|strong|clear|clean|smooth|minimal|little|reproducible|consistent|predictable|repeatable|deterministic|stable|seamless|effortless|painless|gentle';

/** What everybody wants of a choice. */
export const MERIT =
  'simplicity|speed|safety|performance|reliability|flexibility|clarity|consistency|familiarity|ease|builds|latency|costs?|throughput|maintainability|scalability|durability|portability|readability|stability|productivity|convenience|robustness|resilience|efficiency|compatibility|transparency|predictability|isolation|traceability|testability|observability|auditability|usability|availability|debuggability|extensibility|interoperability|modularity|correctness|ergonomics|autonomy|independence';
/** Good only with a word that says so: "for safe rollbacks" praises, "for rollbacks" says what it is used for. */
export const WELCOME =
  'rollbacks?|deploy(?:ment)?s|releases|debugging|maintenance|onboarding|testing|tooling|operations?|setup|recovery|integration|refactoring|development|iterations?|feedback|overhead|complexity|effort|work|risks?|bugs|errors|moving\\s+parts|dependencies|boilerplate|coupling|ownership|control|visibility|ergonomics|support|documentation|adoption|startup|start-up|loading|response\\s+times?|handovers?|reviews?|upgrades?|migrations?|monitoring|scaling|hosting|administration|queries|reads|writes|pages|load\\s+times?|collaboration|communication|planning|decisions?|changes|surprises|conflicts|incidents|outages|mistakes|friction|noise|waste|learning\\s+curve|community|ecosystem|type\\s+safety|developer\\s+experience|user\\s+experience|time\\s+to\\s+market|error\\s+messages|code|cold\\s+starts?|lock-?in';

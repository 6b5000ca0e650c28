/**
 * Practices that have a name and are as often described, as "name: description; description". Name and descriptions are
 * read like options, so that each also stands for its own rewordings. A description must say all that the name says and
 * nothing more.
 */
export const PRACTICES = `
test driven development: test first development; write test before code; write test before implementation; write test first; test first; write test before writing code; test before code; code test first; develop test first
pair programming: program in pairs; code in pairs; develop in pairs; work in pairs; two developers at one keyboard; two engineers at one keyboard
mob programming: whole team at one keyboard; program as whole team; whole team codes together
trunk based development: commit directly to trunk; commit straight to trunk; work on trunk; everyone commits to trunk; no long lived branches; short lived branches only; develop on main; commit directly to main; everyone commits to main; work directly on main; commit straight to main
squash merge: squash commits on merge; squash commits when merging; squash when merging; squash on merge; squash commits before merging; merge with squash; one commit per pull request
rebase instead of merge: rebase over merge; rebase not merge
linear history: linear git history; keep history linear; no merge commits; history without merge commits
merge queue: merge train; queue merges
feature flag: hide behind flag; ship behind flag; release behind flag; behind feature flag; behind flag
dark launch: release dark; ship dark; launch dark
canary release: release to small share of users first; release to few users first; release to small percentage first; release to small group first; canary; expose small percentage of users first
blue green deployment: blue green; two identical environments; switch between two identical environments; red black deployment
rolling update: replace instances one by one; update instances sequentially; update nodes sequentially; replace nodes one by one
zero downtime deployment: deploy without downtime; deploy without interruption; deploy without outage; uninterrupted deployment; deployment without interruption
continuous deployment: deploy every commit automatically; deploy every merge automatically; automatic deployment of every commit; deploy automatically after merge; deploy automatically on merge; every merge goes to production automatically
code freeze: freeze code
monorepo: all code in one repository; one repository for everything; all projects in one repository; whole code in one repository; one repository for all code; one repository for all projects; all services in one repository; one big repository
polyrepo: one repository per service; one repository per project; repository per service; repository per project; own repository per service; separate repository per service; separate repository for every service
database per service: every service with own database; own database for every service; each service owns its data; every service owns data; no shared database
modular monolith: monolith with modules; monolith split into modules; one deployable with clear modules; split monolith into modules; monolith with clear module boundaries
strangler fig: strangler; strangler pattern; strangler fig pattern; replace monolith gradually; replace piece by piece; replace gradually
infrastructure as code: define infrastructure in code; describe infrastructure in code; infrastructure in code; manage infrastructure with code; infrastructure described in code; infrastructure defined in code
gitops: git as source of truth for deployment; deploy from git; cluster state in git
configuration as code: configuration in git; configuration in version control; configuration in repository; keep configuration in git
documentation as code: documentation in repository; documentation in git; documentation next to code; documentation beside code; documentation with code
immutable infrastructure: replace servers instead of patching; never patch running servers; replace instead of patch
fail fast: fail immediately; stop immediately; abort at once; crash early; crash immediately; fail early
graceful degradation: degrade gracefully; degrade instead of failing
rate limit: limit request rate; limit requests; limit rate of requests; request limit; cap request rate; throttle requests; request throttling; limit number of requests
exponential backoff: back off exponentially; double wait after every attempt; increase wait exponentially; retry with increasing delays; increasing delays between retries
dead letter queue: park failed messages in separate queue; queue for failed messages; separate queue for failed messages; move failed messages to separate queue
circuit breaker: stop calling failing services; stop calling failing service
idempotency key: deduplicate requests by key; request key for deduplication
optimistic locking: version column for conflicts; detect conflicts by version column; version check on write; optimistic concurrency control; optimistic concurrency
pessimistic locking: lock rows before update; lock rows while editing
soft delete: mark as deleted; mark rows deleted; flag rows as deleted; deleted flag; deletion flag; mark records as deleted; flag records as deleted; logical deletion; delete logically; mark deleted instead of removing
hard delete: physical deletion; delete physically; delete for good; delete permanently; remove for good; permanent deletion
event sourcing: store events instead of state; keep events instead of state; derive state from events; rebuild state from events; store all changes as events; store every change as event
read replica: replica for reads; read from replica; route reads to replica; serve reads from replica; send reads to replica; replica for read queries; direct reads to replica
connection pool: reuse database connections; pool database connections; pool connections; share database connections; database connection pool; connection pooling
full text search: search whole text
materialized view: precomputed view; store query result; persist query result
lazy loading: load on demand; load only when needed; load ondemand; load when needed; load when first used
eager loading: load everything upfront; load upfront; load in advance; load at start
prefetch: load in advance before needed
cursor based pagination: cursor pagination; paginate by cursor; page by cursor; page with cursor
keyset pagination: paginate by keyset; page by keyset; seek pagination; seek method pagination
offset pagination: limit and offset; paginate by offset; page by offset
server side rendering: render on server; render pages on server; render html on server; render server side; let server render pages
client side rendering: render in browser; render on client; render pages in browser; let browser render pages
static site generation: pre render pages at build time; generate pages at build time; render pages at build time; static site; static pages; static website; prerender pages
progressive enhancement: work without javascript first; basic version without javascript
mobile first: design for mobile first; design for phones first; start with mobile
single page app: one page app
design system: shared design language; shared component library and design rules
api first: design api first; design api before code; design api before implementation; api before code; contract first; specify api first; define api first; define api before implementation; write api specification first
schema first: write schema first; schema before code; design schema first
code first: generate schema from code; derive schema from code; schema from code
data encryption at rest: encrypt stored data; encrypt data on disk; encryption at rest; encrypt at rest; encrypt disks; disk encryption; encrypt data at rest
encryption in transit: encrypt traffic; encrypt data on wire; encrypt in transit; tls everywhere; traffic encryption; encrypt data in transit; encrypt connections
mutual tls: client and server certificates; both sides present certificates; certificates on both sides
least privilege: only permissions that are needed; minimal permissions; as few permissions as possible; minimum permissions; smallest possible permissions; give only necessary permissions
zero trust: trust no network; never trust network; authenticate every request
two factor authentication: second factor; require second factor; login with second factor; second factor for login; two factor; two step verification; two step login
passwordless login: login without password; passkeys instead of passwords; no passwords
single sign on: one login for all applications; one login for everything; central login; one account for all applications
secret scanning: scan for secrets; scan repository for secrets; look for leaked secrets; search for leaked credentials; scan for credentials; credential scanning
signed commits: sign commits; commit signing; signatures on commits; sign every commit; sign all commits
bug bounty: pay for reported vulnerabilities; reward vulnerability reports; pay researchers for vulnerabilities; pay hackers for bugs; reward security researchers
penetration test: simulated attack; ethical hacking; attack simulation
blameless postmortem: postmortem without blame; incident review without blame; no blame after incidents; blame free postmortem; no blame postmortem
chaos engineering: inject failures deliberately; break things deliberately; inject faults; fault injection; cause failures on purpose; inject failures on purpose; inject failures in production
smoke test: quick check after deployment; quick test after deployment; short test after deployment
load test: test under load; simulate load; simulate traffic; test with load
mutation test: mutate code to test tests; test tests
snapshot test: compare with stored output; compare output with stored snapshot; golden file test; golden master test; approval test
property based test: generate test input randomly; random test input; test with random input; generated test input; test with generated input
contract test: test contracts between services; consumer driven contract; test interfaces between services
static typing: types at compile time; check types at compile time; compile time type checks; typed language; statically typed language
type hints: type annotations; annotate types; annotate functions with types; add types
merge only after tests pass: no merge with failing tests; failing tests block merge; require passing tests for merge; no merge if tests fail; no merge if tests are red; merge only if tests pass; merge only with passing tests; merge only with green tests
merge only after build passes: no merge with failing build; failing build blocks merge; require passing build for merge; no merge if build fails; merge only if build passes; merge only with green build; green build before merge; require green build for merge; merge only if build is green; merge only after build is green; no merge if build is red; red build blocks merge
merge only after checks pass: block merge on failed checks; merge only with green checks; merge only if checks pass; no merge with failing checks; no merge if checks fail; require passing checks for merge; failing checks block merge
merge only after ci passes: no merge if ci fails; require green ci for merge; merge only if ci passes; merge only with green ci; no merge if ci is red; merge only if ci is green
code review: another person reads code; second pair of eyes; four eyes principle; four eye principle; review by second person; peer review; review by colleague; review by another developer
two approvals: approval by two people; two people approve; two person approval
code owner: owner for every directory; owner for every module; owner per module; owner per directory
definition of done: agree when done means done; agreed completion criteria; completion criteria; common completion criteria
timebox: fixed time limit; limit time; set time limit
spike: timeboxed investigation; short investigation; timeboxed experiment; short experiment; timeboxed research
proof of concept: small prototype to prove idea; feasibility prototype; feasibility study; try on small scale first
pilot: trial run; pilot project; pilot run; pilot phase; trial phase; trial project; try with one team first; start with one team; begin with one team; pilot with one team
dogfood: use own product; use own product internally; eat own dog food; be own customer; use product inhouse first; use product inhouse
remote work: work remotely; work from home; home office; telework; telecommuting; work from anywhere; let people work remotely; people work remotely
hybrid work: partly remote; some days in office; mix of office and home
return to office: back to office; everyone in office; work onsite; work in office; require people onsite
four day week: four working days; work four days a week; 4 day work week; work 4 days weekly; 4 days work weekly
on call rotation: oncall schedule; rotate oncall duty; rotating oncall duty; take turns oncall; oncall in turns; rotate oncall; share oncall duty; oncall rota; pager rotation; rotate pager duty
follow the sun: support across time zones; hand support over across time zones
hiring freeze: hire nobody; no new hires; freeze hiring; stop hiring; pause hiring; no hiring; suspend hiring; no more hires; recruitment freeze
cross functional team: teams with all skills; mixed teams; multidisciplinary teams; all skills in one team; interdisciplinary team; product team with all skills
feature team: team per feature; organize teams by feature
component team: team per component; organize teams by component
platform team: team for internal platform; team that builds internal platform; internal platform team; dedicated platform team
async standup: written standup; standup in writing; written status updates; status updates in writing; standup by chat; text standup
no meeting day: meeting free day; day without meetings; one day without meetings
pay technical debt: reduce technical debt; work off technical debt; clean technical debt; pay technical debt down; pay down technical debt; repay technical debt; eliminate technical debt
buy instead of build: buy over build; buy not build; purchase rather than build; off shelf product; off shelf software; commercial product; buy off shelf
build instead of buy: build over buy; build not buy; inhouse development
opensource: publish source; publish code; publish source code; make source public; make code public; release code under open license; release as opensource; make opensource; publish as opensource; release under open license; open source code
managed service: hosted service; let vendor run; vendor runs; hosted by vendor; run by vendor; managed by vendor; hosted offering; managed offering
selfhosted: run on own servers; run on own hardware; host on own servers; run inhouse; own servers; own hosting; host inhouse; on own hardware; operate inhouse
onpremise: own datacenter; in own datacenter; own hardware in own datacenter
multi cloud: several cloud providers; more than one cloud provider; spread over several clouds; two cloud providers; multiple clouds; several clouds
single cloud: one cloud provider; one cloud
horizontal scaling: scaleout; more instances; add instances; add nodes; more nodes; more machines; add machines; add servers; more servers; scale horizontally
vertical scaling: scaleup; bigger machine; bigger machines; bigger instance; bigger instances; scale vertically; bigger server; bigger servers; more powerful machine; larger node; stronger machine; more powerful server
automatic scaling: scale automatically; scale on demand; scale with load; adjust capacity automatically; adapt capacity to load
scale to zero: shut down when idle; stop idle instances; no idle instances; turn off when idle
active passive: hot standby; standby in second region; passive standby
active active: serve from both regions; both regions serve traffic; all regions serve traffic
disaster recovery drill: test disaster recovery; practice recovery; rehearse recovery; rehearse disaster recovery; recovery exercise; restore exercise; practise restoring backups; test restoring backups; test backups; test backup restores; restore test; test restores; practise restores; restore drill; rehearse restores
semantic versioning: version by semver; follow semver; follow semantic versioning; major minor patch versions
long term support: support for longer; long support
deprecate: mark as deprecated; mark obsolete; declare obsolete; flag deprecated; announce end of support
sunset date: fixed date for removal; removal date; end of life date; shutdown date; date for shutdown
backward compatible: no breaking changes; without breaking changes; keep compatibility; do not break clients; never break clients; keep backward compatibility; stay backward compatible; maintain backward compatibility; do not break existing clients; backward compatibility; existing clients continue working; keep existing clients working; not break consumers
api versioning in url: version in url; version in path; version api in url; version api in path; url versioning; path versioning; api version in url; api version in path; version prefix in url; version in uri
api versioning in header: version in header; header versioning; version api in header; api version in header; version header
structured logging: structured logs; log structured data; structured log output
json logging: log as json; json logs; log in json; logs as json; log json; emit json logs; logs in json
centralized logging: collect logs centrally; all logs in one place; logs in one place; ship logs to central store; gather logs centrally; central logs; central log collection; aggregate logs centrally; central log store; logs centrally; log aggregation; aggregate logs
distributed tracing: trace requests across services; follow requests across services; trace calls across services; trace across services; request tracing across services
correlation id: request id through all services; pass request id through all services; same request id in all logs; request id in every log line
health check: check health; liveness probe
error budget: allowed amount of errors; budget for errors
alert on symptoms: alert on user impact; alert when users are affected; page on user impact; alert only on user impact
runbook: instructions for incidents; written incident instructions; guide for incidents; incident guide; step list for incidents
architecture decision record: write down decisions; document decisions; document architecture decisions; record decisions in writing; record architecture decisions; written architecture decisions; log of architecture decisions; decision log; keep decision log
request for comments: written proposals before code; design document before code; write design document first; written proposals
living documentation: generate documentation from code; documentation from code; generated documentation; derive documentation from code; documentation generated from code; generate documentation automatically
utc: store times in utc; store dates in utc; times in utc; timestamps in utc; store timestamps in utc; timestamps as utc; utc timestamps; utc times; all times in utc; all timestamps in utc; store all timestamps in utc; store all dates in utc; keep all time values in utc; store time values as utc; dates in utc; utc for dates; utc for timestamps; utc for all timestamps; utc for all dates; utc everywhere; utc for all stored dates; store datetimes in utc
integer cents: store money as integers; store amounts in cents; money in cents; amounts in cents; money as integer cents; integer amounts; store prices in cents; prices in cents; money in smallest unit; amounts in minor units; minor units
`;

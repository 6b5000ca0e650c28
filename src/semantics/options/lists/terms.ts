/** Terms of the field that have several names or spellings, one group to a line as in `aliases.ts`. */
export const TERMS = `
identifier: id, ids
variable: var, vars
authentication: auth
communication: comms
statistic: stat, stats
semantic versioning: semver, sem ver, semantic version, semantic versions
calendar versioning: calver, cal ver, calendar version
personally identifiable information: pii, personal data, personal information
technical debt: tech debt
technology stack: tech stack
request: req
response: resp
directory: dir
credential: cred, creds
certificate: cert, certs
reference: ref, refs
transaction: tx, txn
connection: conn
address: addr
boolean: bool
object: obj
property: prop, props
attribute: attr, attrs
command: cmd
utility: util, utils
management: mgmt
manager: mgr
organization: org, organisation
department: dept
average: avg
standard library: stdlib
previous: prev
original: orig
administrator: administration
macos: mac
startup: start up
signoff: sign off
signup: sign up
checkout: check out
cleanup: clean up
lookup: look up
warmup: warm up
teardown: tear down
fallback: fall back
callback: call back
cutover: cut over
handover: hand over, hand off, handoff
walkthrough: walk through
lockdown: lock down
workaround: work around
logout: log out, sign out
kickoff: kick off
oncall: on call
writethrough: write through
writeback: write back
writebehind: write behind
writeahead: write ahead
readthrough: read through
engineering: eng
ecmascript module: esm, es module, es modules
commonjs: cjs, common js
observability: obs
frontend: fe
addon: add on
inmemory: in memory
usecase: use case
uptime: up time
plugin: plug in
tradeoff: trade off
outofband: out of band
hardcode: hard code, hard coded, hardcoded
crossplatform: cross platform, multi platform, multiplatform
code generation: codegen, code gen
postmortem: post mortem, incident review
preview environment: review app, review environment, preview env
objectstorage: object store, object storage, blob storage, blob store
keyvaluestore: key value store, kv store, key value database
documentdatabase: document database, document store, document db
graphdatabase: graph database, graph db, graph store
vectordatabase: vector database, vector db, vector store
timeseriesdatabase: time series database, time series db, tsdb
columnstore: columnar store, columnar database, column store
primary key: pk
foreign key: fk
stored procedure: stored proc, stored procs, sproc
materialized view: materialised view, mat view
rate limit: throttle, throttling
feature flag: feature toggle, feature switch, feature gate
canary release: canary rollout, canary deployment, canary deploy
rolling update: rolling deployment, rolling deploy, rolling upgrade, rolling release
trunk based development: trunk development
mob programming: ensemble programming
code owner: codeowner, codeowners
single source of truth: ssot
operations: ops
cloud function: serverless function
container image: docker image
container registry: docker registry
access token: bearer token
infinite scroll: endless scroll, infinite scrolling, endless scrolling
dark mode: dark theme, night mode
light mode: light theme
drag and drop: dnd, drag n drop
what you see is what you get: wysiwyg
frequently asked question: faq
man in the middle: mitm
distributed denial of service: ddos
penetration test: pen test, pentest, penetration testing, pen testing, pentesting
vulnerability scan: vuln scan, vulnerability scanning
static analysis: static code analysis
dynamic application security testing: dast
software composition analysis: sca
web application: webapp, web app
job queue: task queue, work queue
background job: background task
scheduled job: scheduled task
definition of done: dod
code review: peer review
code coverage: test coverage
data transfer object: dto
single responsibility principle: srp
hexagonal architecture: ports and adapters, port and adapter
first come first served: fcfs
last write wins: lww, last writer wins
two phase commit: 2pc
multi version concurrency control: mvcc
log structured merge tree: lsm tree, lsm
binary large object: blob
end to end encryption: e2ee
secure shell: ssh
network file system: nfs
availability zone: az
online transaction processing: oltp
online analytical processing: olap
general data protection regulation: gdpr
search engine optimization: seo, search engine optimisation
terms of service: tos
time based one time password: totp
chief technology officer: cto
long polling: long poll
hot reload: hot reloading, live reload
dependency update: dependency upgrade, dependency bump
bill of materials: bom
application security: appsec
regression test: regression testing
performance test: performance testing
stress test: stress testing
smoke test: smoke testing
contract test: contract testing
mutation test: mutation testing
property based test: property based testing, property test, property testing
snapshot test: snapshot testing
chaos engineering: chaos testing, chaos test
fuzz test: fuzzing, fuzz testing
`;

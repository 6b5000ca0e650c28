/** Forms of one word that no rule of endings brings together, the form to keep first. */
export const WORD_FAMILIES = `
build built builder
write written wrote
keep kept
send sent
buy bought buying buys
split
choose chose chosen choice
run ran running runs
make made
analyze analysis analyse analyses analyzing
approve approval
remove removal
renew renewal
retrieve retrieval
propose proposal
decide decision
convert conversion
expand expansion
extend extension
subscribe subscription
recover recovery
discover discovery
deliver delivery
maintain maintenance
expire expiry expiration
fail failure
respond response responses
automate automatic automatically automation automated
authenticate authentication
authorize authorization authorise authorisation
divide division
submit submission
permit permission
describe description
compare comparison
grow growth
store storage stored storing stores
production
supply
reply
assembly
family
daily
weekly
monthly
hourly
yearly
nightly
early
only
person people persons
repository repositories
index indexes indices indexing indexed
schema schemas schemata
datum data
child children
man men
woman women
release releases released releasing
batch batches batched batching
shard shards sharded sharding
scale scales scaled scaling
type types
typed
news
distil distill distilling distilled distillation
central centrally centralize centralise centralized centralised centralizing centralization centralisation
alias aliases
quarterly
document documents documented documenting documentation
process processes processing processed
access
canary canaries
policy policies
query queries querying queried
proxy proxies
library libraries
entry entries
retry retries retrying retried
deploy deploys deployed deploying deployment deployments
encrypt encrypted encrypting encryption
test tests tested testing
log logs logged logging
trace traces traced tracing
cache caches cached caching
route routes routing routed
code codes coding
review reviews reviewed reviewing
train trains training trained
setting settings
setup
meeting meetings
string strings
spring
pricing price prices
billing
hosting host hosted hosts
user users
server servers
worker workers
lint linter linters linting linted
connect connection connections connected connecting
collect collection collections collected collecting
transpile transpilation
govern governance
comply compliance compliant
accept acceptance
publish publication published publishing
invert inversion
divert diversion
transmit transmission
adapt adaptation
explore exploration
register registration registered registering
transition transitions transitioning transitioned
position positions positioning
queue queues queued queueing queuing
define definition defined defining
repeat repetition
embed embedding embeddings embedded
reconcile reconciliation
instrument instrumentation instrumented instrumenting
restore restoration restored restoring
declare declaration
prepare preparation
vary variation
multiply multiplication
persist persistence persistent persisted
modular modularity modularize modularise modularization modularisation
archive archival archives archived archiving
reduce reduction
retain retention retained retaining
parallel parallelism parallelize parallelise parallelized parallelised
introduce introduction
resolve resolution
evolve evolution
revoke revocation revoked revoking
invoke invocation invoked invoking
suspend suspension
include inclusion
exclude exclusion
acquire acquisition
destroy destruction
consume consumption
resume resumption
refuse refusal
dispose disposal
withdraw withdrawal
observe observation
information
install installation installed installing
consult consultation
reserve reservation
preserve preservation
compile compilation compiled compiling
cancel cancellation canceled cancelled cancelling canceling cancelation
invite invitation
annotate annotation
compose composition
decompose decomposition
expose exposure
disclose disclosure
close closed closing closure
erase erasure
sign signature signatures signed signing
ship shipment shipping shipped
idempotent idempotency idempotence
immutable immutability
consistent consistency consistently
concurrent concurrency concurrently
explain explanation
simplify simplification
isolate isolation isolated
interrupt interruption
adopt adoption
detect detection
inherit inheritance
depend dependence
reuse reused reusing
upgrade upgrades upgraded upgrading
update updates updated updating
partition partitions partitioning partitioned
version versions versioning versioned
provision provisioning provisioned
transaction transactions transactional
session sessions
function functions
section sections
question questions
region regions
container containers containerize containerise containerized containerised containerization
instance instances
bus buses
lens lenses
status statuses
basis bases
axis axes
matrix matrices
vertex vertices
crisis crises
criterion criteria
mouse mice
half halves
shelf shelves
throw threw thrown throwing
give gave given giving
take took taken taking
get got getting
hold held holding
find found finding
teach taught teaching
tell told telling
know knew known knowing
grow grew grown growing
draw drew drawn
break broke broken breaking
freeze froze frozen freezing freezes
speak spoke spoken
hide hid hidden hiding
feed fed feeding
read reads reading
put puts putting
set sets
cut cuts cutting
add adds added adding addition additions
try tries trying tried
pay pays paying paid payment payments
confirm confirmation confirmed confirming confirms
limit limits limited limiting limitation limitations
vertical vertically
supervise supervision
revise revision
interpret interpretation
transcribe transcription
admit admission
full fully
monolith monoliths monolithic
tool tools tooling
`;

/** Forms of one word that no rule of endings brings together, the form to keep first. */
export const WORD_FAMILIES = `
build built builder
write written wrote
keep kept
send sent
buy bought
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
central centrally centralize centralise centralized centralised centralizing
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
container containers
`;

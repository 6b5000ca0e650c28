/** Clipped and variant spellings of ordinary words, one group to a line, the word to keep first. */
export const SHORT_FORMS = `
application: app
repository: repo
monorepo: mono repo, monorepository, mono repository, single repository, single repo, one repository, one repo
polyrepo: multi repo, multirepo, poly repo, multiple repos, multiple repositories, many repos, many repositories, separate repos, separate repositories
documentation: doc, docs
configuration: config, conf, cfg
environment: env
production: prod
development: dev
developer: devs, coder, programmer
infrastructure: infra
specification: spec
performance: perf
maximum: max
minimum: min
message: msg
authentication: authn
authorization: authz
administrator: admin
information: info
parameter: param
argument: arg
dependency: dep, deps
library: lib
package: pkg
implementation: impl
function: func, fn
temporary: temp
synchronous: sync
asynchronous: async, a synchronous, non blocking
frontend: front end
backend: back end
fullstack: full stack
codebase: code base
database: data base
dataset: data set
datastore: data store
datacenter: data center, data centre, datacentre
microservice: micro service
microfrontend: micro frontend, micro front end
serverless: server less
middleware: middle ware
workflow: work flow
timeout: time out
rollback: roll back
rollout: roll out
backoff: back off
backup: back up
failover: fail over
lifecycle: life cycle
realtime: real time
offline: off line
online: on line
email: e mail, mail
website: web site
webhook: web hook
hostname: host name
username: user name
filename: file name
lowercase: lower case
whitelist: allowlist, allow list, white list
blacklist: denylist, deny list, block list, blocklist, black list
thirdparty: third party, 3rd party, external vendor
opensource: open source, oss
closedsource: closed source, proprietary
selfhosted: self hosted, self host, self hosting
inhouse: in house
onpremise: on prem, on premise, on premises, onprem
multitenant: multi tenant, multi tenancy, multitenancy
singletenant: single tenant, single tenancy
automatic scaling: autoscaling, auto scaling, autoscale, auto scale
finetune: fine tune, fine tuning, finetuning, fine tuned, finetuned
pretrained: pre trained
hotfix: hot fix
bugfix: bug fix
prefetch: pre fetch
preload: pre load
loadbalancer: load balancing, loadbalancing
readonly: read only
optin: opt in
optout: opt out
deadline: dead line
standup: stand up, daily standup
bigbang: big bang
greenfield: green field
lockfile: lock file
cronjob: cron job, cron
runtime: run time
pubsub: pub sub, publish subscribe
keyvalue: key value
kappa architecture: kappa
until: till, til
color: colour
behavior: behaviour
center: centre
license: licence
catalog: catalogue
artifact: artefact
favor: favour
percent: per cent, pct
statemachine: state machine
unittest: unit test, unit testing
integrationtest: integration test, integration testing
`;

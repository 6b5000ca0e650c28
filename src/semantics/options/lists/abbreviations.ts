/** What an abbreviation stands for. Written out, it can be compared with every rewording of its words. */
export const ABBREVIATIONS = `
ssr: server side rendering
csr: client side rendering
ssg: static site generation
isr: incremental static regeneration
spa: single page app
mpa: multi page app
pwa: progressive web app
mvp: minimum viable product
poc: proof of concept
tdd: test driven development
bdd: behavior driven development
ddd: domain driven design
eda: event driven architecture
cqrs: command query responsibility segregation
es6: ecmascript 6
cdc: change data capture
etl: extract transform load
elt: extract load transform
soa: service oriented architecture
oop: object oriented programming
oo: object oriented
fp: functional programming
orm: object relational mapper, object relational mapping
odm: object document mapper
ci: continuous integration
cicd: ci cd, ci and cd, continuous integration and continuous delivery, continuous integration and delivery
iac: infrastructure as code
sre: site reliability engineering
qa: quality assurance
pr: pull request, merge request, mr
ui: user interface
ux: user experience
gui: graphical user interface
cli: command line interface, command line
tui: terminal user interface
api: application programming interface
sdk: software development kit
ide: integrated development environment
db: database
rdbms: relational database management system
dbms: database management system
kv: key value
fs: file system, filesystem
os: operating system
vm: virtual machine
vps: virtual private server
vpc: virtual private cloud
vpn: virtual private network
cdn: content delivery network
lb: load balancer
mq: message queue
dlq: dead letter queue
sla: service level agreement
slo: service level objective
sli: service level indicator
rbac: role based access control
abac: attribute based access control
acl: access control list
sso: single sign on
mfa: multi factor authentication, multifactor authentication
2fa: two factor authentication, 2 factor authentication, two factor auth
otp: one time password
pki: public key infrastructure
mtls: mutual tls
csp: content security policy
csrf: cross site request forgery, xsrf
xss: cross site scripting
cors: cross origin resource sharing
waf: web application firewall
rpc: remote procedure call
rpo: recovery point objective
rto: recovery time objective
sse: server sent event
http: hypertext transfer protocol
https: hypertext transfer protocol secure
dba: database administrator
mtbf: mean time between failures
mttr: mean time to recovery
saas: software as a service
paas: platform as a service
iaas: infrastructure as a service
faas: function as a service
baas: backend as a service
dr: disaster recovery
ha: high availability
hpa: horizontal pod autoscaler
gc: garbage collection, garbage collector
jit: just in time
aot: ahead of time
ttl: time to live
lru: least recently used
lfu: least frequently used
fifo: first in first out
lifo: last in first out
crdt: conflict free replicated data type
ot: operational transformation
wal: write ahead log, write ahead logging
wip: work in progress
adr: architecture decision record
rfc: request for comments
ml: machine learning
ai: artificial intelligence
dl: deep learning
nn: neural network
cnn: convolutional neural network
rnn: recurrent neural network
nlp: natural language processing
llm: large language model
rag: retrieval augmented generation
rl: reinforcement learning
rlhf: reinforcement learning from human feedback
svm: support vector machine
knn: k nearest neighbor, k nearest neighbour
pca: principal component analysis
gbm: gradient boosting machine
gbdt: gradient boosted decision tree
rf: random forest
kpi: key performance indicator
okr: objectives and key results
roi: return on investment
b2b: business to business
p2p: peer to peer
e2e: end to end, endtoend
i18n: internationalization, internationalisation
l10n: localization, localisation
a11y: accessibility
o11y: observability
hmr: hot module replacement
fcm: firebase cloud messaging
uuid: universally unique identifier, guid
rls: row level security
rps: request per second
hdd: hard disk drive
ssd: solid state drive
mvc: model view controller
mvvm: model view viewmodel
bff: backend for frontend
vdom: virtual dom
wfh: work from home
lts: long term support
eol: end of life
iot: internet of things
ocr: optical character recognition
asr: automatic speech recognition
tts: text to speech
crud: create read update delete
dsl: domain specific language
regex: regular expression, regexp
repl: read eval print loop
tcpip: tcp ip
io: input output
di: dependency injection
ioc: inversion of control
iam: identity and access management
kms: key management service, key management system
cms: content management system
crm: customer relationship management
erp: enterprise resource planning
vcs: version control system, source control
esb: enterprise service bus
dwh: data warehouse
apm: application performance monitoring
sbom: software bill of materials
tco: total cost of ownership
rca: root cause analysis
ipc: inter process communication, interprocess communication
gpu: graphics processing unit, graphics card
cpu: central processing unit
tls: transport layer security
dns: domain name system
gan: generative adversarial network
lstm: long short term memory
gnn: graph neural network
moe: mixture of experts
lora: low rank adaptation
sgd: stochastic gradient descent
gcs: google cloud storage
elk: elasticsearch logstash kibana
sast: static application security testing
uat: user acceptance testing
fts: full text search
abtest: a b test, a b testing, ab testing, split testing, ab tests, a b tests
`;

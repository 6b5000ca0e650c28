/**
 * Other names of the same thing, one group to a line, the name to keep first. Spaces do not matter: each name is
 * looked up with its words run together, so that "Type Script" and "TypeScript" find the same line.
 */
export const ALIASES = `
postgresql: postgres, postgre, pgsql, pg, psql
kubernetes: k8s, kube
k3s: k three s
javascript: js, ecmascript
typescript: ts
python: py
go: golang, go lang, go language
rust: rust lang
csharp: c sharp
cplusplus: cpp
fsharp: f sharp
dotnet: net core, asp net
objectivec: objc
kotlin: kt
ruby on rails: rails, ror
ruby: rb
mongodb: mongo
mysql: my sql
mariadb: maria
sqlite: sqlite3
sqlserver: mssql, ms sql, microsoft sql server, ms sql server
elasticsearch: elastic search, elastic, es
opensearch: open search
dynamodb: dynamo, aws dynamodb, amazon dynamodb
cassandra: apache cassandra
kafka: apache kafka
spark: apache spark
airflow: apache airflow
flink: apache flink
pulsar: apache pulsar
rabbitmq: rabbit, rabbit mq
activemq: active mq
redis: redis db
memcached: memcache
couchdb: couch
neo4j: neo 4 j
clickhouse: click house
bigquery: big query, google bigquery
snowflake: snowflake db
influxdb: influx
cockroachdb: cockroach, crdb
timescaledb: timescale
node: nodejs, node js
next: nextjs, next js
nuxt: nuxtjs, nuxt js
vue: vuejs, vue js
react: reactjs, react js
express: expressjs, express js
nestjs: nest, nest js
angular: angularjs, angular js
ember: emberjs, ember js
svelte: sveltejs, svelte js
svelte kit: sveltekit
three js: threejs
d3: d3js, d3 js
deno: denojs
react native: rn, reactnative
flutter: flutter sdk
tailwind: tailwindcss, tailwind css
scikit learn: sklearn, scikit, sci kit learn
tensorflow: tensor flow
pytorch: torch, py torch
numpy: num py
pandas: panda library
huggingface: hugging face, hf
langchain: lang chain
opencv: open cv
fastapi: fast api
spring boot: springboot
amazon web service: aws, amazon aws
google cloud: gcp, google cloud platform
azure: microsoft azure, ms azure
cloudflare: cf
simple storage service: s3, amazon s3, aws s3
ec2: amazon ec2, aws ec2
lambda: aws lambda, amazon lambda
eks: amazon eks, aws eks, elastic kubernetes service
ecs: amazon ecs, aws ecs, elastic container service
gke: google kubernetes engine
aks: azure kubernetes service
rds: amazon rds, aws rds
sqs: amazon sqs, aws sqs, simple queue service
sns: amazon sns, aws sns
digitalocean: digital ocean
github: gh, git hub
gitlab: git lab
github action: github actions, gh actions, gha
gitlab ci: gitlabci
circleci: circle ci
teamcity: team city
argocd: argo cd, argo
terraform: tform
cloudformation: cloud formation, cfn
docker compose: dockercompose
nginx: engine x
apache: apache httpd, httpd
prometheus: prom
opentelemetry: otel, open telemetry
websocket: web socket, ws
webrtc: web rtc
webassembly: wasm, web assembly
graphql: graph ql, gql, graphql api
grpc: google rpc, grpc api
protobuf: protocol buffer, protocol buffers, proto buf, proto
openapi: open api, swagger
rest: restful, rest api, restful api
json web token: jwt
oauth: oauth 2, oauth2, oauth 2 0, o auth
oidc: openid connect, open id connect
visual studio code: vscode, vs code
intellij: intellij idea
storybook: story book
playwright: play wright
pytest: py test
junit: j unit
eslint: es lint
webpack: web pack
pnpm: performant npm
yarn: yarnpkg
sqlalchemy: sql alchemy
llama cpp: llamacpp
linux: gnu linux
macos: mac os, osx, os x
windows: ms windows, win32
ios: apple ios
postgrest: postg rest
powershell: pwsh, power shell
markdown: md
yaml: yml
nosql: non relational database
bitbucket: bit bucket
dependabot: depend a bot
supabase: supa base
firebase: fire base
vault: hashicorp vault
consul: hashicorp consul
hono: hono js
zeromq: zmq, 0mq
nats: nats io
scylladb: scylla
couchbase: couch base
meilisearch: meili search, meili
typesense: type sense
minio: min io
app engine: google app engine
azure functions: azure function
azure devops: ado
aurora: amazon aurora, aws aurora
redshift: amazon redshift, aws redshift
kinesis: amazon kinesis, aws kinesis
cognito: amazon cognito, aws cognito
fargate: aws fargate, amazon fargate
cloudfront: amazon cloudfront, aws cloudfront, cloud front
cloudwatch: amazon cloudwatch, aws cloudwatch, cloud watch
step functions: aws step functions
eventbridge: amazon eventbridge, aws eventbridge, event bridge
secrets manager: aws secrets manager
cloud workers: cloudflare workers, cf workers
remix: remix run
alpinejs: alpine js
typeorm: type orm
mongoose: mongoose js
sequelize: sequelize js
prisma: prisma orm
drizzle: drizzle orm
vite: vitejs, vite js
loki: grafana loki
entity framework: ef core, entity framework core, ef
aspnet: asp dot net
laravel: laravel php
symfony: symfony php
phoenix: phoenix framework
django rest framework: drf
sidekiq: side kiq
bullmq: bull mq
newrelic: new relic
datadog: data dog
pagerduty: pager duty
opsgenie: ops genie
victoriametrics: victoria metrics
launchdarkly: launch darkly
sonarqube: sonar qube, sonar
dependency track: dependencytrack
renovate: renovate bot, renovatebot, mend renovate
snyk: snyk io
trivy: aqua trivy
semgrep: sem grep
github copilot: copilot
chatgpt: chat gpt
openai: open ai
lightgbm: light gbm
xgboost: xg boost
catboost: cat boost
jupyter: jupyter notebook
duckdb: duck db
rocksdb: rocks db
leveldb: level db
haproxy: ha proxy
traefik: traefik proxy
envoy: envoy proxy
istio: istio mesh
opa: open policy agent
letsencrypt: lets encrypt
nextauth: next auth
passportjs: passport js
podman: pod man
opentofu: open tofu, tofu
crossplane: cross plane
packer: hashicorp packer
nomad: hashicorp nomad
jenkins: jenkins ci
travis: travis ci
buildkite: build kite
azure pipelines: azure pipeline
bazel: bazel build
turborepo: turbo repo
biome: biomejs, biome js
oxlint: oxc lint
stylelint: style lint
testcontainers: test containers
wiremock: wire mock
phpunit: php unit
cucumber: cucumber js
k6: grafana k6
jmeter: j meter, apache jmeter
gatling: gatling io
locust: locust io
storyblok: story blok
wordpress: word press, wp
sharepoint: share point
hubspot: hub spot
salesforce: sales force, sfdc
microsoft teams: ms teams
google workspace: g suite, gsuite
entra id: azure ad, azure active directory, microsoft entra id
raspberry pi: raspi, rpi
ubuntu: ubuntu linux
debian: debian linux
alpine: alpine linux
fedora: fedora linux
red hat enterprise linux: rhel
windows subsystem for linux: wsl
internet explorer: ie
chrome: google chrome
firefox: mozilla firefox
safari: apple safari
swiftui: swift ui
maui: dotnet maui
json schema: jsonschema
json lines: jsonl, ndjson, newline delimited json
message pack: msgpack, messagepack
zstandard: zstd
ed25519: ed 25519
`;

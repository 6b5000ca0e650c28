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
`;

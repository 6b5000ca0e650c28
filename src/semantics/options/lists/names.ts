/** Names of products, languages and protocols. Two of them are never one option, however alike their surroundings. */
export const NAMES = `
postgresql mysql mariadb sqlite oracle mongodb redis memcached cassandra dynamodb couchdb neo4j clickhouse bigquery
snowflake duckdb influxdb cockroachdb timescaledb elasticsearch opensearch solr sqlserver valkey qdrant pinecone
weaviate milvus chroma pgvector supabase firebase planetscale aurora redshift etcd leveldb rocksdb
kafka rabbitmq activemq pulsar nats zeromq kinesis sqs sns mqtt amqp celery sidekiq bullmq temporal airflow dagster
kubernetes docker podman nomad swarm helm terraform pulumi ansible chef puppet cloudformation vagrant
azure gcp heroku vercel netlify cloudflare digitalocean fargate lambda eks ecs gke aks
javascript typescript python golang go rust java kotlin scala ruby php perl swift csharp cplusplus fsharp elixir
erlang haskell clojure dart lua zig julia c r cobol fortran ocaml
react vue angular svelte solid ember preact qwik next nuxt remix astro gatsby flutter ionic electron tauri
node deno bun express fastify koa hono nestjs django flask fastapi spring rails laravel symfony gin axum actix phoenix
rest graphql grpc soap trpc websocket webrtc protobuf avro thrift json xml yaml toml csv parquet openapi
oauth oidc saml ldap kerberos keycloak auth0 okta cognito
jest vitest mocha jasmine cypress playwright selenium puppeteer pytest unittest junit testng rspec
webpack vite rollup esbuild parcel turbopack babel swc npm pnpm yarn gradle maven bazel nx turborepo lerna
eslint biome prettier oxlint tslint black ruff pylint mypy pyright
github gitlab bitbucket jenkins circleci travis teamcity argocd flux buildkite
prometheus grafana datadog newrelic splunk sentry opentelemetry jaeger zipkin loki kibana
tensorflow pytorch keras jax xgboost lightgbm catboost pandas polars numpy spark flink dask ray hadoop huggingface
nginx apache caddy traefik haproxy envoy istio linkerd consul vault
linux windows macos ios android ubuntu debian alpine fedora
scrum kanban waterfall agile git svn mercurial
tailwind bootstrap sass redux zustand mobx prisma drizzle typeorm sequelize kysely sqlalchemy hibernate
stripe paypal adyen twilio sendgrid slack teams jira linear notion confluence
claude gpt gemini llama mistral ollama openai anthropic
scylladb couchbase meilisearch typesense algolia minio cloudfront cloudwatch eventbridge jquery quarkus micronaut
pagerduty opsgenie victoriametrics launchdarkly sonarqube renovate dependabot snyk trivy semgrep copilot chatgpt
jupyter opa letsencrypt opentofu crossplane packer kustomize testcontainers wiremock mockito k6 jmeter gatling locust
wordpress salesforce hubspot swiftui zstandard brotli gzip argon2 bcrypt scrypt spinnaker tekton hugo jekyll
docusaurus mkdocs railway hetzner storybook figma miro msw supertest karate cucumber liquibase
flyway alembic knex mikroorm dexie zod yup joi valibot ajv rxjs lodash ramda dayjs luxon
chrome firefox safari edge bash zsh powershell vim emacs intellij
`;

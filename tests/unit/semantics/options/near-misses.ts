/** Options that differ although their words are near, as "one | other": each tests the limits of a rule or a group of words. */
export const NEAR_MISSES = `
merge queue | message queue
write tests before the code | write the code before the tests
write tests first | write tests later
test-driven development | behavior-driven development
pair programming | mob programming
squash merge | rebase merge
trunk-based development | git flow
canary release | rolling update
blue-green deployment | canary deployment
dark launch | soft launch
monorepo | one repository per service
one repository for all services | one repository per service
database per service | one database for all services
soft delete | hard delete
mark rows as deleted | delete rows for good
optimistic locking | pessimistic locking
lazy loading | eager loading
cursor pagination | offset pagination
render on the server | render in the browser
render pages at build time | render pages on the server
encrypt data at rest | encrypt data in transit
encrypt stored data | encrypt traffic
two approvals | three approvals
scale up | scale out
bigger machines | more machines
several cloud providers | one cloud provider
work from home | work in the office
version in the URL | version in the header
semantic versioning | calendar versioning
buy instead of build | build instead of buy
hire nobody | hire somebody
freeze hiring | freeze the code
no merge if tests fail | no merge if the build fails
merge only after tests pass | merge only after review
load test | smoke test
snapshot test | mutation test
store timestamps in UTC | store timestamps in local time
store money as integers | store money as floats
JSON logs | plain text logs
on-call rotation every week | on-call rotation every month
treat warnings as errors | ignore warnings
treat warnings as errors | treat errors as warnings
fail the build on lint warnings | fail the build on compiler warnings
outsource the penetration test | do the penetration test in-house
outsource testing | outsource development
announce the removal three months in advance | announce the removal six months in advance
keep logs for 30 days | keep logs for 60 days
keep logs for 30 days | delete logs after 60 days
30-day retention for logs | 30-day retention for metrics
halve the timeout | double the timeout
cut the budget in half | cut the budget
double the cache size | triple the cache size
allow users to delete comments | forbid users to delete comments
allow users to export data | allow admins to export data
do not let interns deploy | let interns deploy
workers must not share state | workers may share state
no deployment without approval | deployment without approval
require approval for deployments | require approval for merges
require two reviewers for every change | require one reviewer for every change
release only after QA signs off | release before QA signs off
do not release before the audit | release before the audit
the platform team owns the pipeline | the product team owns the pipeline
make developers responsible for tests | make testers responsible for tests
extract billing from the monolith | merge billing into the monolith
move search out of the monolith | move search into the monolith
restrict access to admins | restrict access to employees
only admins can deploy | only developers can deploy
logging for admins only | logging for users only
first migrate, then refactor | first refactor, then migrate
migrate before refactoring | migrate after refactoring
deploy the API after the worker | deploy the API before the worker
tests before deployment | deployment before tests
block merges when coverage falls | block merges when coverage rises
no merge if coverage falls | merge if coverage falls
limit uploads to 20 MB | limit uploads to 20 GB
limit uploads to 20 MB | at least 20 MB for uploads
at most 3 retries | at least 3 retries
limit retries to 3 | limit retries to 5
cluster of three | three clusters
a team of five | five teams
timeout of 10 seconds for reads | timeout of 10 seconds for writes
delay the launch until spring | delay the launch until autumn
delay the launch | cancel the launch
put the project on hold | cancel the project
pause hiring | stop the project
remove unused flags | remove unused dependencies
delete inactive accounts | delete active accounts
make code review optional | make code review mandatory
do not require code review | require code review
a shared database for all tenants | a separate database for each tenant
share one cache across all services | one cache per service
reject requests without a token | accept requests without a token
block requests from unknown origins | log requests from unknown origins
spend 20% of the sprint on debt | spend 10% of the sprint on debt
spend 20% of the sprint on debt | spend 20% of the sprint on features
a separate payment service | a separate login service
a separate payment service | a separate payment database
keep payments in the monolith | move payments out of the monolith
no secrets in the repository | no tests in the repository
disable the feature by default | enable the feature by default
feature on by default | feature off by default
turn logging off in production | turn logging off in staging
HTTP | HTTPS
serve over HTTP | serve over HTTPS
return 404 for unknown users | return 403 for unknown users
merge the two services into one | split the service into two
reduce the bundle size | reduce the image size
shrink the team | shrink the bundle
automate the changelog | automate the release
generate the changelog automatically | generate the changelog manually
upgrade to React 19 | React 18 upgrade
migrate to Kafka | Kafka migration tool
warm the cache | clear the cache
query caching | cache querying tool
validate on the client and on the server | validate on the client or on the server
encrypt the disks of all laptops | encrypt the disks of all servers
Blue/Green | Blue/Red
hire two more engineers | hire three more engineers
hire more engineers | hire fewer engineers
use both databases | use one database
daily standup | weekly standup
biweekly releases | weekly releases
release every two weeks | release twice a week
quarterly planning | yearly planning
now | later
ship now | ship later
fix the bugs later | fix the bugs now
gradually | all at once
in phases | in one go
one at a time | in parallel
sequential builds | parallel builds
temporary workaround | permanent fix
strict validation | lenient validation
slow rollout | fast rollout
manage secrets centrally | manage secrets per team
strengthen the tests | weaken the tests
compress responses | decompress responses
encrypt messages | decrypt messages
unfreeze the release | freeze the release
resume the migration | pause the migration
anonymize user data | pseudonymise user data
prevent retries | allow retries
enable retries | prevent retries
replace Jest | keep Jest
not replace Jest | replace Jest
not move off Jenkins | move off Jenkins
keep supporting Python 3.9 | stop supporting Python 3.9
restore the endpoint | remove the endpoint
reinstate the old design | replace the old design
promote the release to staging | promote the release to production
staging environment | production environment
main branch | release branch
tech lead approves | team lead approves
free tier | paid tier
Go, for fast builds | Rust, for fast builds
Kafka – the best throughput of the three | Redis – the best throughput of the three
Row-level security, the safest way | Column-level security, the safest way
Postgres, with read replicas | Postgres
Postgres: one cluster per region | Postgres
Kubernetes, but only for batch jobs | Kubernetes
feature flags (for internal users) | feature flags
monorepo: each team gets its own folder | monorepo
Redis. Kafka later. | Redis
Postgres. Drop Redis. | Postgres
Because MySQL is slow, use Postgres | Because Postgres is slow, use MySQL
To reduce cost, move to spot instances | To reduce cost, move to smaller instances
For simplicity, one server | For simplicity, two servers
I would not recommend Kafka | I would recommend Kafka
I don't think we should migrate | I think we should migrate
I vote against Kafka | I vote for Kafka
The team should adopt Rust | The team should avoid Rust
Support the proposal to close the office | Reject the proposal to close the office
the RFC should be rejected | the RFC should be accepted
The importer should be removed | The importer should not be removed
In the gateway, terminate TLS | In the service, terminate TLS
If the build is red, block merges | If the build is green, block merges
For search, Elasticsearch | For logs, Elasticsearch
it is time to migrate | it is not time to migrate
test restores monthly | test restores weekly
test backups | delete backups
coach new developers | hire new developers
write a design document first | write code first
record architecture decisions | record meetings
build an internal platform | buy an internal platform
charge per seat | charge per request
price per user | price per tenant
add a test | remove a test
write tests | run tests
plan the release | cancel the release
close the ticket | open the ticket
run a workshop | cancel the workshop
host Kafka ourselves | managed Kafka
self-host GitLab | self-host Jenkins
dependency update | dependency removal
silence the alert | raise the alert
train the team | split the team
train the model | teach the team
open the office | close the office
keep the office open | close the office
smaller teams | fewer teams
make the teams smaller | fewer teams
bigger pools | more pools
make the pods bigger | more pods
2FA for admins | MFA for admins
structured logs | JSON logs
staging environment | staged rollout
release in May | release
release in May | release in March
split the service in two | split the two services
more replicas | more machines
keyset pagination | cursor pagination
require review for merges | require review for deployments
log no passwords | log passwords
no more shared database | more shared databases
improve the docs | improve the tests
reuse the adapter | rewrite the adapter
turn off the server at night | turn off the server at weekends
support for macOS | support for Linux
support Linux | drop Linux
`;

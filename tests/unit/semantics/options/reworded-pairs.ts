/** Wordings of one option, as "one | other". Written from general knowledge, not from misses in the labelled sets. */
export const REWORDED = `
Use a queue between the services | Put a queue between the services
Rewrite the importer in Rust | Reimplement the importer in Rust
Drop support for Internet Explorer | Stop supporting Internet Explorer
Pin all dependency versions | Lock all dependency versions
Log errors only | Log nothing but errors
Encrypt the disks of all laptops | Disk encryption on all laptops
Require a second reviewer for database changes | Database changes need a second reviewer
Nobody pushes to main directly | No direct pushes to main
Let product managers write the acceptance criteria | Product managers write the acceptance criteria
Keep the office open | Do not close the office
Do not close the Berlin office | Keep the Berlin office open
Hire two more backend engineers | Recruit two additional backend developers
Move to a four-day week | Introduce a four-day working week
Test on real devices | Use real devices for testing
Cut the number of microservices | Have fewer microservices
Merge the two repositories | Combine both repositories into one
Split the user table by region | Partition the user table by region
Give each team its own cluster | One cluster per team
Pay for the enterprise plan | Buy the enterprise plan
Delete inactive accounts after a year | Remove accounts that have been inactive for a year
Show a cookie banner | Display a cookie banner
Keep the feature off by default | Disable the feature by default
Turn the feature off by default | Feature off by default
Validate on the client as well as on the server | Validate on both client and server
Automate releases | Automated releases
Release automatically on every tag | Automatic release for each tag
Store passwords hashed | Hash stored passwords
Put the docs in the repo | Keep the documentation in the repository
Postpone the migration to next quarter | Delay the migration until next quarter
Do the migration next quarter | Migrate next quarter
Set a 10 second timeout on all outgoing calls | Time out all outgoing calls after 10 seconds
Limit the upload size to 20 MB | Maximum upload size of 20 MB
Cap uploads at 20 MB | Allow uploads of up to 20 MB
Have security review every release | Security reviews every release
Every release gets a security review | A security review for every release
Return 404 for unknown users | Answer 404 when the user is unknown
Encrypt customer data before storing it | Store customer data encrypted
Make the API public | Open the API to the public
Charge per seat | Per-seat pricing
Offer a free tier | Introduce a free plan
Roll out to 5% of users first | Start with a rollout to 5% of users
Two-week sprints | Sprints of two weeks
Sprint length of two weeks | Two-week sprints
Train the support team on the new tool | New tool training for the support team
Host the models ourselves | Self-host the models
Fall back to the cache if the database is down | Use the cache as a fallback when the database is unavailable
Warm the cache after each deployment | Cache warming after every deployment
Back up the database every night | Nightly database backups
Take a snapshot before each upgrade | Snapshot before every upgrade
Make code review optional | Optional code review
Do not require code review | Make code review optional
Hold a retrospective after each sprint | Retrospective at the end of every sprint
Use the same database for all tenants | Shared database for all tenants
Serve images in WebP | Deliver images as WebP
Reject requests without a token | Only accept requests with a token
Block requests from unknown origins | Refuse requests from unknown origins
Log out users after 30 minutes | Sign users out after 30 minutes
Sign in with Google | Google login
Use tabs for indentation | Indent with tabs
Use snake_case for column names | Column names in snake_case
Squash commits when merging | Merge with squash
Spend 20% of each sprint on technical debt | 20% of every sprint for tech debt
Move payments into a separate service | Separate payment service
Keep payments in the monolith | Leave payments in the monolith
Run reports on a read replica | Use a read replica for reports
Add a covering index | Create a covering index
Make the job idempotent | Idempotent job
Cancel the contract | Terminate the contract
Ship on Friday | Release it on Friday
Keep supporting Python 3.9 | Continue to support Python 3.9
Approve the budget | Sign off the budget
Turn warnings into errors in CI | Treat warnings as errors in CI
Store secrets outside the repository | No secrets in the repository
Use environment variables for configuration | Configure through environment variables
Config via environment variables | Environment variables for config
Write an RFC first | Start with an RFC
Delete merged branches automatically | Automatic deletion of merged branches
Require tests for bug fixes | Every bug fix needs a test
Reuse the existing login service | Use the login service we already have
Kafka, since it retains messages | Kafka
Use gRPC: strongly typed contracts | gRPC
Vault – secrets are rotated for us | Vault
Keep Jenkins. The migration would cost too much. | Keep Jenkins
Because our traffic is small, a single server | A single server
Event sourcing, which gives us an audit trail | Event sourcing
Feature flags: we can turn things off quickly | Feature flags
A monorepo, so refactoring across projects gets easier | A monorepo
Rust - memory safety without a garbage collector | Rust
Nix for reproducible builds | Nix
Read replicas, as reads dominate | Read replicas
Pair programming to spread knowledge | Pair programming
Circuit breakers (to stop cascading failures) | Circuit breakers
Terraform; everyone here has used it | Terraform
Weekly releases: smaller steps are easier to review | Weekly releases
Vendor the dependency, the registry is too unreliable | Vendor the dependency
Managed Kafka, we lack the people to run it | Managed Kafka
Shut down the staging cluster at night | Turn off the staging cluster overnight
Abandon the Flash player | Give up the Flash player
Lengthen the trial period to 30 days | Extend the trial period to 30 days
Hire a security specialist | Recruit a security expert
Buy more licences | Purchase additional licences
Reduce the number of environments | Cut down on environments
Tell customers about the outage | Inform customers about the outage
Ban weekend deployments | Prohibit weekend deployments
Check inputs at the boundary | Validate inputs at the boundary
Postpone the rewrite | Put off the rewrite
Correct the typos in the docs | Fix the typos in the documentation
Improve the error messages | Make the error messages better
Start the project in January | Kick off the project in January
Gather feedback from users | Collect user feedback
Let the database enforce uniqueness | Enforce uniqueness in the database
Put business logic in stored procedures | Stored procedures for the business logic
Do not log personal data | Keep personal data out of the logs
Log no passwords | Never log passwords
Every service logs in JSON | JSON logging in all services
Roll back automatically on errors | Automatic rollback on errors
Make releases smaller | Smaller releases
Release smaller changes more often | Ship smaller changes more frequently
Get rid of the shared database | No more shared database
Write documentation for the API | Document the API
Let an agency design the website | Have the website designed by an agency
Do not change the schema | Leave the schema untouched
Nothing goes live without a review | Every release needs a review
Two people must approve each deployment | Each deployment must be approved by two people
Only merge after a review | No merge without review
Write the backend in Go | Go for the backend
Use Postgres as a queue | Queue in Postgres
Search with Elasticsearch | Elasticsearch for search
Deploy with Helm | Helm deployments
Test with Playwright | Playwright tests
Cache in the browser | Browser caching
Log in with passkeys | Passkey login
Monitor with Prometheus and Grafana | Prometheus and Grafana for monitoring
First the API, then the UI | The API before the UI
Backups first, upgrade afterwards | Upgrade after the backups
On mobile, hide the sidebar | Hide the sidebar on mobile
For payments, use Stripe | Stripe for payments
During peak hours, disable imports | Disable imports during peak hours
Every Friday, update the dependencies | Update the dependencies every Friday
Linux and macOS support | Support for macOS and Linux
Fewer meetings and more documentation | More documentation and fewer meetings
Both unit tests and end-to-end tests | End-to-end tests as well as unit tests
Stripe for cards and PayPal for wallets | PayPal for wallets and Stripe for cards
In Terraform, with remote state | With remote state, in Terraform
A queue with retries and a dead-letter topic | A queue with a dead-letter topic and retries
Kill switch for the new pricing | A kill switch for the new pricing (we have been burned before)
Protobuf – compact and fast to parse | Protobuf
Self-hosted runners, since hosted ones are slow | Self-hosted runners
Use SemVer. Users understand it. | Use SemVer
Monolith: one team does not need microservices | Monolith
Ruby on Rails, the stack that most of us know | Ruby on Rails
Delay the launch; legal has not signed off | Delay the launch
Spot instances in order to save money | Spot instances
Ansible instead of shell scripts | Ansible rather than shell scripts
Contract tests, which catch breaking changes early | Contract tests
OpenSearch, given that its licence is open | OpenSearch
Docs in Markdown, simple to diff | Docs in Markdown
Use a CDN; it takes load off our servers | Use a CDN
Row locks (they are simple) | Row locks
Static analysis in CI to find bugs early | Static analysis in CI
A second data centre, just to be safe | A second data centre
Django, with which the team has years of experience | Django
Zig, as the binaries stay small | Zig
I am in favour of splitting the team | Split the team
We ought to drop IE11 | Drop IE11
The right call is to wait | Wait
My preference would be Ruby | Ruby
It would be best to postpone the launch | Postpone the launch
Why not use SQLite? | SQLite
How about a weekly release train? | A weekly release train
Personally, I'd go for Nuxt | Nuxt
If you ask me, Elixir | Elixir
Elm would be my choice | Elm
Let us standardise on UTC | Standardise on UTC
What we need is a feature freeze | Feature freeze
Trunk-based development is the way to go | Trunk-based development
The proposal: rewrite the scheduler | Rewrite the scheduler
We would be better off with a monolith | Monolith
`;

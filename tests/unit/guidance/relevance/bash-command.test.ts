import { describe, expect, it } from 'vitest';
import { matchesCommand } from '../../../../src/guidance/relevance/matches-command.js';
import { readCommand } from '../../../../src/guidance/relevance/read-command.js';

const read = (command: string) => readCommand(command, '/p');
const isCommand = (keyword: string, command: string) => {
  const { commands, inner } = read(command);
  return matchesCommand(keyword, commands, inner);
};

describe('a command', () => {
  it.each([
    ["sed -i 's/a/b/' a.txt", '/p/a.txt'],
    ['echo x > a.txt', '/p/a.txt'],
    ['echo x >> "a b.txt"', '/p/a b.txt'],
    ['make 2> err.log', '/p/err.log'],
    ['cat <<EOF > a.txt\nbody > other.txt\nEOF', '/p/a.txt'],
    ['echo x | tee -a a.txt', '/p/a.txt'],
    ['cd sub && rm a.txt', '/p/sub/a.txt'],
    ['cp a.txt b.txt', '/p/b.txt'],
    ['git mv a.txt b.txt', '/p/b.txt'],
    ['sudo -u root mv a.txt b.txt', '/p/a.txt'],
    ["bash -c 'rm a.txt'", '/p/a.txt'],
    ['docker exec api sh -c "rm a.txt"', '/p/a.txt'],
    ['for f in a.txt b.txt; do sed -i s/x/y/ $f; done', '/p/b.txt'],
    ['prettier --write a.md', '/p/a.md'],
    ['curl -sSo a.txt https://example.org/x', '/p/a.txt'],
  ])('changes files: %s changes %s', (command, file) => {
    expect(read(command).changedFiles).toContain(file);
  });

  it.each([
    ['find db/migrations -delete', ['/p/db/migrations']],
    ['find db/migrations old -type f -delete', ['/p/db/migrations', '/p/old']],
    ["find . -name '*.sql' -delete", ['/p/*.sql']],
    ['find db -iname seed.sql -exec rm -f {} +', ['/p/db/seed.sql']],
    ['find -exec rm -rf {} \\;', ['/p']],
    ['find . -type d -empty -delete', []],
    ["find . -name '*.ts' -exec grep -l x {} +", []],
    ['find db/migrations -print', []],
  ])('removes files: %s removes %o', (command, files) => {
    expect(read(command).removedFiles).toEqual(files);
  });

  it.each([
    'cat a.txt',
    "grep -rn 'git push' a.txt",
    'jq .version a.txt',
    'ls a.txt | head -3',
    'git diff a.txt',
    'git log -- a.txt',
    'wc -l a.txt 2>&1',
    'sed -n 1,5p a.txt',
    'cp a.txt /tmp/copy.txt',
  ])('changes no file of the project and passes none on: %s', (command) => {
    const { changedFiles, inputFiles, isReadOnly } = read(command);
    expect([...changedFiles, ...inputFiles].filter((file) => file.startsWith('/p/a'))).toEqual([]);
    expect(isReadOnly).toBe(!command.startsWith('cp'));
  });

  it.each([
    ['git push --force', 'git push --force origin main'],
    ['git push --force', 'git push -fu origin HEAD'],
    ['git push --force', 'git push origin +main'],
    ['git push --force', 'for repo in a b; do git -C $repo push --force; done'],
    ['git push --force', 'git push --mirror'],
    ['git push --force', 'git push --force-with-lease=main origin'],
    ['git push --force', 'git -C /elsewhere --no-pager push -f'],
    ['git push --force', 'FOO=1 BAR=2 git push --force'],
    ['git push --force', 'env FOO=1 git push --force'],
    ['git push --force', 'bash -lc "cd x && git push --force"'],
    ['git push --force', 'cd /elsewhere && git push --force'],
    ['git push --force', 'sudo -u deploy /usr/bin/git push --force'],
    ['git push --force', 'git push \\\n  --force'],
    ['git push --force', 'result=$(git push --force 2>&1)'],
    ['git push --force', 'echo "$(git push --force)"'],
    ['git push --force', 'bash <<EOF\ngit push --force\nEOF'],
    ['git push --force', 'command="git push --force"; $command'],
    ['git push -f', 'git push --force'],
    ['terraform destroy', 'terraform -chdir=infra destroy -auto-approve'],
    ['terraform destroy', 'docker compose run --rm tools terraform destroy'],
    ['terraform apply -destroy', 'terraform apply -auto-approve -destroy'],
    ['npx prisma migrate reset', 'pnpm exec prisma migrate reset --force'],
    ['pnpm publish', 'pnpm --filter web publish'],
    ['rm -rf', 'rm -Rf build'],
    ['rm -rf', 'find . -name x | xargs rm -r -f'],
    ['kubectl apply', 'if true; then kubectl apply -f x.yaml; fi'],
    ['git push', 'git add . && git commit -m "npm publish" && git push'],
    ['gradlew', './gradlew build'],
    ['git push --force', 'ssh build git push --force'],
    ['git push --force', "bash -c $'git push --force'"],
    ['git push --force', "printf 'git fetch\\ngit push --force\\n' | sh"],
    ['git push --force', 'bash -euo pipefail <<EOF\ngit push --force\nEOF'],
    ['terraform destroy', 'flock /tmp/lock terraform destroy'],
    ['terraform destroy', 'docker run --rm hashicorp/terraform:1.9 destroy'],
    ['terraform destroy', "su deploy -c 'terraform destroy'"],
    ['terraform apply -destroy', 'terraform apply --destroy'],
    ['prisma migrate reset', 'pnpm prisma migrate reset'],
    ['prisma migrate reset', 'npm run prisma -- migrate reset'],
    ['prisma migrate reset', 'npx prisma@5 migrate reset'],
    ['rm -rf', 'find . -name cache -exec rm -rf {} +'],
    ['rm -rf', "trap 'rm -rf /tmp/x' EXIT"],
    ['git push', 'sudo -n git push'],
    ['git push', '/usr/bin/env A=1 git push'],
    ['terraform destroy', 'docker run -w /srv/test tools terraform destroy'],
  ])('matches the keyword %s: %s', (keyword, command) => {
    expect(isCommand(keyword, command)).toBe(true);
  });

  it.each([
    ['git push', 'git commit -m "then we git push"'],
    ['git push', 'echo git push'],
    ['git push', "cat <<'EOF' > notes.md\ngit push\nEOF"],
    ['git push', 'man git push'],
    ['git push', "rg 'git push' docs"],
    ['git push', '# git push'],
    ['git push', 'git log --grep push'],
    ['git push', 'git stash push'],
    ['git push', 'kubectl exec pod -- echo git push'],
    ['git push --force', 'git push --follow-tags'],
    ['git push --force', 'git push --force --dry-run'],
    ['git push --force', 'git fetch --force origin +main'],
    ['helm upgrade --force', 'helm upgrade -f values.yaml web charts/web'],
    ['terraform destroy', 'terraform plan -destroy'],
    ['npm publish', 'npm run publish'],
    ['rm -rf', 'rm -r build'],
    ['rm -rf', 'git rm -rf build'],
    ['terraform', 'brew install terraform'],
    ['terraform', 'command -v terraform'],
    ['git push', 'gh alias set p git push'],
  ])('does not match the keyword %s: %s', (keyword, command) => {
    expect(isCommand(keyword, command)).toBe(false);
  });

  it.each([
    ['npm run deploy-web', 'deploy'],
    ['./scripts/deploy.sh production', 'deploy'],
    ['node scripts/migrate.js', 'migrate'],
    ['kubectl rollout restart deploy/api', 'deploy'],
  ])('has the effect: %s does: %s', (command, word) => {
    expect(read(command).text).toContain(word);
    expect(read(`cat <<EOF\n${command}\nEOF`).text).not.toContain(word);
  });

  it.each([
    ['docker compose exec db psql -U app -c "ALTER  TABLE a"', 'alter table a'],
    ['psql <<SQL\n-- first\nDROP COLUMN x;\nSQL', 'drop column x;'],
    ['echo "ALTER TABLE a" | psql', 'alter table a'],
    ['curl localhost:8123 -d "DROP TABLE a"', 'drop table a'],
    ['mysql shop --execute="DROP TABLE a"', 'drop table a'],
  ])('runs a statement: %s runs %s', (command, statement) => {
    expect(read(command).statements.join()).toContain(statement);
  });

  it('runs no statement that is only mentioned in a value or a comment', () => {
    const [statement] = read(`psql -c "SELECT 'drop table a' -- drop table a"`).statements;
    expect(statement).not.toContain('drop table');
    expect(read('git commit -m "drop table a"').statements).toEqual([]);
  });

  it('passes on files that it runs or applies', () => {
    expect(read('bash scripts/deploy.sh prod').inputFiles).toContain('/p/scripts/deploy.sh');
    expect(read('./scripts/deploy.sh').inputFiles).toContain('/p/scripts/deploy.sh');
    expect(read('psql -f db/1.sql').inputFiles).toContain('/p/db/1.sql');
    expect(read('psql < db/1.sql').inputFiles).toContain('/p/db/1.sql');
    expect(read('cat db/1.sql | psql').inputFiles).toContain('/p/db/1.sql');
  });

  it.each(['"', "'", '$(', '`', '<<', '<<EOF', '>', '|', '\\', '(((', '&& && ||', '\u0000', '>&', '2>&1'])(
    'is read as far as possible if it is broken (%j)',
    (command) => {
      expect(() => read(command)).not.toThrow();
      expect(() => read(`rm a; ${command}`.repeat(50))).not.toThrow();
    },
  );

  it('is read in one pass, however long it is', () => {
    expect(read(`echo ${'a '.repeat(200_000)}`).isReadOnly).toBe(true);
    expect(read('<<A '.repeat(5_000)).changedFiles).toEqual([]);
    expect(() => read('$('.repeat(10_000))).not.toThrow();
  });
});

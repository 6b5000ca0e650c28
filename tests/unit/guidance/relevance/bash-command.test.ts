import { describe, expect, it } from 'vitest';
import { readCommand } from '../../../../src/guidance/relevance/bash/read-command.js';

const read = (command: string, cwd = '/p') =>
  readCommand(command, cwd, (path) => path === '/p' || path.startsWith('/p/'));

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
  ])('%s changes %s', (command, file) => {
    expect(read(command).changed).toContain(file);
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
  ])('%s takes away %o', (command, files) => {
    expect(read(command).removed).toEqual(files);
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
  ])('%s changes no file of the project, hands none over and does nothing', (command) => {
    const { changed, handed, text } = read(command);
    expect([...changed, ...handed].filter((file) => file.startsWith('/p/a'))).toEqual([]);
    expect(text.replace(/^cp.*$/gm, '').trim()).toBe('');
  });

  it.each([
    ['git push --force origin main', 'git push --force origin main'],
    ['git -C /p/sub push', 'git push'],
    ['pnpm --filter web publish', 'pnpm publish'],
    ['terraform -chdir=infra apply', 'terraform apply'],
    ['rm -f -r build', 'rm -rf'],
    ['HUSKY=0 git push', 'git push'],
    ['git add . && git commit -m "npm publish" && git push', 'git push'],
    ['npm run deploy-web', 'npm deploy web'],
    ['node scripts/migrate.js', 'migrate'],
    ['docker compose exec db psql -U app -c "ALTER  TABLE a"', 'ALTER TABLE a'],
    ['psql <<SQL\nDROP COLUMN x;\nSQL', 'DROP COLUMN x;'],
    ['echo "ALTER TABLE a" | psql', 'ALTER TABLE a'],
    ['if true; then kubectl apply -f x.yaml; fi', 'kubectl apply -f x.yaml'],
    ['git push \\\n  origin main', 'git push origin main'],
  ])('%s does: %s', (command, act) => {
    expect(read(command).text).toContain(act);
  });

  it.each([
    'git commit -m "then we git push"',
    'echo git push',
    "cat <<'EOF' > notes.md\ngit push\nEOF",
    'man git push',
    "rg 'git push' docs",
    'cd /elsewhere && git push',
    'git -C /elsewhere push',
    'cd ~/other && git push',
    '# git push',
  ])('%s does not push', (command) => {
    expect(read(command).text).not.toContain('git push');
  });

  it('hands files over that it runs or applies', () => {
    expect(read('bash scripts/deploy.sh prod').handed).toContain('/p/scripts/deploy.sh');
    expect(read('./scripts/deploy.sh').handed).toContain('/p/scripts/deploy.sh');
    expect(read('psql -f db/1.sql').handed).toContain('/p/db/1.sql');
    expect(read('psql < db/1.sql').handed).toContain('/p/db/1.sql');
    expect(read('cat db/1.sql | psql').handed).toContain('/p/db/1.sql');
  });

  it.each(['"', "'", '$(', '`', '<<', '<<EOF', '>', '|', '\\', '(((', '&& && ||', '\u0000', '>&', '2>&1'])(
    'that is broken (%j) is read as far as it goes',
    (command) => {
      expect(() => read(command)).not.toThrow();
      expect(() => read(`rm a; ${command}`.repeat(50))).not.toThrow();
    },
  );

  it('of any length is read in one pass', () => {
    expect(read(`echo ${'a '.repeat(200_000)}`).text).toBe('');
    expect(read('<<A '.repeat(5_000)).changed).toEqual([]);
  });
});

import assert from 'node:assert/strict';
import { chmod, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { runGuiche } from '../support/command-line.ts';
import { type DatabasePlace, SQLITE_BY_DAY } from '../support/databases.ts';
import { killStarted, type ServiceProcess, startService } from '../support/service-process.ts';
import { newStartedPlace } from '../support/started-place.ts';

interface Finding {
  readonly title: string;
  readonly state: string;
  readonly text: string;
  readonly advice: string | null;
}

for (const engine of SQLITE_BY_DAY) {
  describe(`the doctor on ${engine}`, () => {
    let place: DatabasePlace;
    let service: ServiceProcess;

    before(async () => {
      place = await newStartedPlace(engine);
      service = await startService(place);
    });
    after(async () => {
      killStarted();
      await service?.finished;
      await place?.remove();
    });

    const examine = async (more: Readonly<Record<string, string>> = {}) => {
      const { code, out, error } = await runGuiche(place, ['doctor', '--json'], more);
      assert.equal(error, '');
      const { ok, findings } = JSON.parse(out) as { ok: boolean; findings: readonly Finding[] };
      assert.equal(code, ok ? 0 : 1);
      const found = (title: string) => {
        const finding = findings.find((one) => one.title === title);
        assert.ok(finding, title);
        return finding;
      };
      return { ok, findings, found };
    };

    test('finds a service that does well, and says what it looked at', async () => {
      const { ok, findings, found } = await examine();
      assert.equal(ok, true, JSON.stringify(findings));
      assert.match(found('Ajustes').text, /^sandbox, (SQLite|PostgreSQL) em /);
      assert.equal(found('Endereço público').state, 'good');
      assert.equal(found('Chave mestra').state, 'good');
      for (const title of ['Banco de dados', 'Disco', 'Relógio', 'Tarefas', 'Contas em adquirentes'])
        found(title);
      const { out } = await runGuiche(place, ['doctor']);
      assert.match(out, /^ok +Ajustes: sandbox/);
      assert.match(out, /\n0 falhas, \d+ avisos?\.\n$/);
    });

    test('warns of a sandbox that others may reach, by the setting that lets them', async () => {
      const { found, findings, ok } = await examine({ GUICHE_HOST: '0.0.0.0' });
      assert.equal(ok, true, JSON.stringify(findings));
      assert.equal(found('Alcance').state, 'warn');
      assert.match(found('Alcance').text, /GUICHE_HOST=0\.0\.0\.0/);
      assert.equal((await examine()).found('Alcance').state, 'good');
    });

    test('names an account that somebody paused, and says how it is resumed', async () => {
      const account = ['--person', '1', '--provider', 'GETNET'];
      for (const words of [
        ['add', ...account],
        ['pause', ...account, '--reason', 'manutenção'],
      ]) {
        assert.equal((await runGuiche(place, ['acquirer', ...words])).code, 0, words.join(' '));
      }
      const paused = (await examine()).found('Contas de cartão');
      assert.equal(paused.state, 'warn');
      assert.match(paused.text, /^GETNET da pessoa 1 pausada há .*, até ser retomada \(manutenção\)$/);
      assert.match(paused.advice ?? '', /Retomar/);
      assert.equal((await runGuiche(place, ['acquirer', 'resume', ...account])).code, 0);
      assert.equal((await examine()).found('Contas de cartão').state, 'good');
    });

    test('warns of a file of settings that others may write', async () => {
      const path = join(place.dataDir, 'loja.env');
      await writeFile(path, '# ajustes\n');
      await chmod(path, 0o666);
      const title = 'Arquivo de ajustes';
      const { state, text, advice } = (await examine({ GUICHE_CONFIG: path })).found(title);
      assert.equal(state, 'warn');
      assert.match(text, /loja\.env pode ser escrito por outros usuários/);
      assert.match(advice ?? '', /chmod 640/);
      await chmod(path, 0o640);
      const { findings } = await examine({ GUICHE_CONFIG: path });
      assert.ok(findings.every((finding) => finding.title !== title));
    });

    test('says of a server what rights, version and encryption there are', async () => {
      const { findings } = await examine();
      const titles = ['Versão do PostgreSQL', 'Direitos no banco', 'TLS até o banco'];
      const found = findings.filter(({ title }) => titles.includes(title));
      assert.equal(found.length, engine === 'postgres' ? titles.length : 0);
    });

    test('an address at which another program answers is a fault, and one at which nobody does a warning', async (context) => {
      const other = createServer((_, answer) => answer.writeHead(404).end());
      await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
      context.after(() => other.close());
      const address = other.address();
      assert.ok(typeof address === 'object' && address !== null);
      const elsewhere = { GUICHE_PUBLIC_URL: `http://127.0.0.1:${address.port}` };
      const wrong = (await examine(elsewhere)).found('Endereço público');
      assert.deepEqual([wrong.state, /respondeu 404/.test(wrong.text)], ['bad', true]);
      assert.match(wrong.advice ?? '', /GUICHE_PUBLIC_URL/);
      other.close();
      other.closeAllConnections();
      const away = (await examine(elsewhere)).found('Endereço público');
      assert.deepEqual([away.state, /ECONNREFUSED/.test(away.text)], ['warn', true]);
    });
  });
}

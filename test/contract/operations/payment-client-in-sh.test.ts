import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { answered, DEMO_KEY, objectIn, post } from '../../support/operations-client.ts';
import { testService } from '../../support/service.ts';
import { until } from '../../support/waiting.ts';
import { browserOf, okJson } from '../panel/panel-client.ts';

const CLIENT = fileURLToPath(new URL('../../../examples/payment-client/client.sh', import.meta.url));
const CREDIT = 21;
const TECHNICAL_PASSWORD = '314159';
const INTERRUPTED = '7,77';
const TOOLS = ['sh', 'curl', 'sed'];
const MISSING = TOOLS.filter((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0);
const SKIP = MISSING.length > 0 && `not installed on this machine: ${MISSING.join(', ')}`;

/** Writes down each call. Takes the money of the interrupted sale, and then says nothing until it is killed. */
const PAD = `#!/bin/sh
echo "$@" >>"$PAD_LOG"
case $1-$3 in
  charge-777) sleep 600 ;;
  charge-100001) exit 1 ;;
esac
printf '%06d' "$2"
`;

describe('A payment client in sh', { skip: SKIP }, () => {
  const service = testService('sqlite', { GUICHE_SIM_PINPAD: 'off' });
  let folder: string;
  before(async () => {
    await service.start();
    folder = await mkdtemp(join(tmpdir(), 'guiche-sh-'));
    await writeFile(join(folder, 'pad.sh'), PAD);
    await chmod(join(folder, 'pad.sh'), 0o700);
  });
  after(async () => {
    await service.stop();
    await service.remove();
    await rm(folder, { recursive: true, force: true });
  });

  const start = (t: TestContext, terminalId: unknown) => {
    let output = '';
    const client = spawn('sh', [CLIENT, join(folder, 'pad.sh')], {
      env: {
        PATH: process.env.PATH,
        GUICHE_URL: service.address(),
        TERMINAL: String(terminalId),
        CLIENT_DIR: join(folder, 'client'),
        PAD_LOG: join(folder, 'calls'),
      },
      // A group of its own: it is killed with the programs that it runs.
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    client.stdout?.on('data', (part) => {
      output += String(part);
    });
    t.after(() => kill(client));
    return { client, says: () => output };
  };
  const calls = async () => {
    const path = join(folder, 'calls');
    return existsSync(path) ? (await readFile(path, 'utf8')).trim().split('\n') : [];
  };
  const call = async (path: string, body: object, name: string) =>
    objectIn(answered(await post(service, path, body, DEMO_KEY)), name);
  const saleOf = (id: unknown) =>
    call(`/IntencaoVenda/GetById?intencaoVendaId=${String(id)}`, {}, 'intencaoVenda');
  const statusOf = async (id: unknown) => objectIn(await saleOf(id), 'intencaoVendaStatus').id;

  test('is paired, sells, refuses, cancels, and comes back after it was killed while the buyer paid', async (t) => {
    const { id: terminalId } = await call('/Terminal/Insert', { nome: 'Caixa em sh' }, 'terminal');
    const first = start(t, terminalId);
    const codeShown = () => /^Code: (\S+)$/m.exec(first.says())?.[1];
    await until('it shows its code', () => codeShown() !== undefined);
    const browser = browserOf(service);
    okJson(await browser.logIn());
    const path = `/terminals/${String(terminalId)}/payment-client`;
    okJson(await browser.call('POST', path, { pairingCode: codeShown() }));
    await until('it is paired', () => first.says().includes('Terminal: Caixa em sh'));
    const sell = (valorTotalVendido: string) =>
      call(
        '/Venda/Vender',
        { terminalId, formaPagamentoId: CREDIT, quantidadeParcelas: 2, valorTotalVendido },
        'intencaoVenda',
      );

    const credited = await sell('40,00');
    await until('it is credited', async () => (await statusOf(credited.id)) === 10);
    const refused = await sell('1000,01');
    await until('it is refused', async () => (await statusOf(refused.id)) === 25);
    const cancel = { intencaoVendaId: credited.id, terminalId, senhaTecnica: TECHNICAL_PASSWORD };
    await call('/Venda/CancelarVenda', cancel, 'intencaoVenda');
    await until('it is canceled', async () => (await statusOf(credited.id)) === 20);
    const [charge, refusal, refund] = await calls();
    const work = charge?.split(' ')[1] ?? '';
    assert.equal(charge, `charge ${work} 4000 2`);
    assert.match(refusal ?? '', /^charge \d+ 100001 2$/);
    const authorization = work.padStart(6, '0');
    assert.match(refund ?? '', new RegExp(`^refund \\d+ 4000 ${authorization}$`));

    const interrupted = await sell(INTERRUPTED);
    await until('the buyer pays', async () => (await calls()).length === 4);
    await kill(first.client);
    assert.equal(await statusOf(interrupted.id), 6);
    const second = start(t, terminalId);
    await until('the restarted client finds it', async () => (await statusOf(interrupted.id)) === 10);
    const [, , , begun = '', ...later] = await calls();
    assert.deepEqual(later, [`find ${begun.split(' ')[1]}`], 'nothing is charged twice');

    const unwanted = await sell(INTERRUPTED);
    await until('the buyer pays', async () => (await calls()).length === 6);
    await kill(second.client);
    await call('/Venda/CancelarVenda', { intencaoVendaId: unwanted.id }, 'intencaoVenda');
    const third = start(t, terminalId);
    const lastWork = (await calls()).at(-1)?.split(' ')[1];
    await until('it says that it was reversed', () => third.says().includes(`Work ${lastWork}:`));
    assert.deepEqual((await calls()).slice(6), [`find ${lastWork}`, `reverse ${lastWork}`]);
    assert.equal(await statusOf(unwanted.id), 20);
    const { sales } = await service.command('sale', 'list');
    assert.deepEqual(sales, [], 'nobody has to look after it');
  });
});

async function kill(client: ChildProcess): Promise<void> {
  if (client.exitCode !== null || client.signalCode !== null || client.pid === undefined) return;
  const ended = once(client, 'exit');
  process.kill(-client.pid, 'SIGKILL');
  await ended;
}

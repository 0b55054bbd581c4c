import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type RedeHost, startRedeHost } from '../../simulators/rede-host/rede-host.ts';
import { localTime } from '../../src/platform/time/clock.ts';
import { sell } from '../support/gateway-client.ts';
import { testService } from '../support/service.ts';
import { until } from '../support/waiting.ts';
import { assertNoBarriersInBothSchemes, WIDE_BY_DAY } from './panel-page.ts';
import { openScreen, stageOf } from './stage.ts';

const DAY_MS = 24 * 60 * 60_000;
const SELLER = '1';
const ACCOUNT = ['--person', SELLER, '--provider', 'REDE'];
/** As the simulated Rede takes them. */
const FEES = { credit: { '*': { 1: { percent: '2.50' } } } };
const CARDS = { fee: '4235647728025682', missing: '5448280000000007', sound: '5067230000009011' };

describe('What acquirers say that they paid, in a real browser', () => {
  const service = testService('sqlite');
  const stage = stageOf(service, async (closing) => {
    const host = await startRedeHost({ timeScale: 1 });
    closing.defer(() => host.close());
    const { begun, tids } = await soldThrough(host);
    host.control.plant({ fault: 'fee', points: 0.3, tid: tids.get('fee') });
    host.control.plant({ fault: 'foreign', amount: 5_000 });
    host.control.plant({ fault: 'unknown', amount: 700 });
    const { payments } = (await host.control.statement({})) as {
      payments: readonly { paymentId: string; tids: readonly string[] }[];
    };
    const missing = payments.find((one) => one.tids.includes(tids.get('missing') ?? ''));
    host.control.plant({ missing: missing?.paymentId });
    host.control.advance({ advanceMs: 45 * DAY_MS });
    // Before, the service's own reading would take what is planted for a correction.
    await service.command('acquirer', 'set', ...ACCOUNT, '--setting', 'statement=on');
    service.clock.advance(45 * DAY_MS);
    const period = ['--from', begun, '--to', today()];
    await service.command('statement', 'run', ...ACCOUNT, ...period);
  });
  const today = () => localTime('America/Sao_Paulo').day(service.clock.now());

  /** The bank's statement with the newest money that came in. */
  async function bankStatement(): Promise<Buffer> {
    const { payouts } = service.rooms().money.statements;
    const all = await payouts.list({ merchantId: Number(SELLER) }, { limit: 50 });
    const { net = 0, payDay = '' } = all.find(({ state }) => state === 'paid') ?? {};
    const line = `<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>${payDay.replaceAll('-', '')}<TRNAMT>${(net / 100).toFixed(2)}<FITID>1<MEMO>REDE VISA</STMTTRN>`;
    return Buffer.from(
      `<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><BANKACCTFROM><BANKID>0341<ACCTID>12345-6</BANKACCTFROM><BANKTRANLIST>${line}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`,
    );
  }

  /** One sale of each kind; gives the first day of them, and how the acquirer calls them. */
  async function soldThrough(host: RedeHost) {
    const begun = today();
    const settings = Object.entries(host.settings()).flatMap(([name, value]) => [
      '--setting',
      `${name}=${value}`,
    ]);
    await service.command('acquirer', 'add', ...ACCOUNT, ...settings);
    const { money } = service.rooms();
    const content = JSON.stringify(FEES);
    await money.fees.set({ personId: Number(SELLER), provider: 'REDE', firstDay: '2020-01-01', content });
    const tids = new Map<string, string>();
    for (const [name, number] of Object.entries(CARDS)) {
      const sold = await sell(service, {
        top: { amount: '12345', referenceId: name },
        card: { capture: true, provider: 'REDE' },
        cardInfo: { number },
      });
      const { transactionId } = sold.json() as { transactionId: string };
      await until(`the lines of ${name}`, async () => (await money.reader.ofSale(transactionId)).length > 0);
      const [newest] = await host.book();
      tids.set(name, newest?.tid ?? '');
    }
    return { begun, tids };
  }

  for (const width of WIDE_BY_DAY) {
    test(`stands by class and line by line, and opens into the sales that were paid, at ${width}`, async (t) => {
      const { page, complaints, close } = await openScreen(stage, width, 'conciliacao');
      t.after(close);
      const shown = (text: string | RegExp) => page.getByText(text).filter({ visible: true }).first();
      await page.getByText(/^Rede: lido até \d\d\/\d\d\/\d{4}$/).waitFor();
      await page.getByRole('row', { name: /^Não foi pago 1 R\$\s120,36 -R\$\s120,36$/ }).waitFor();
      await assertNoBarriersInBothSchemes(page, width);

      await page.getByRole('link', { name: 'Taxa diferente do contrato' }).click();
      await shown(/^Taxa acima do contrato: R\$\s3,46 em vez de R\$\s3,09/).waitFor();
      const note = `Perguntei à Rede, ${width}`;
      const explain = page.getByRole('button', { name: 'Explicar' }).filter({ visible: true });
      // Before the list has this class alone, its rows are drawn again.
      await until('the lines of the class alone', async () => (await explain.count()) === 1);
      await explain.click();
      await page.getByLabel('Anotação').fill(note);
      await page.getByRole('button', { name: 'Salvar' }).click();
      await shown(`Anotação: ${note}`).waitFor();
      await assertNoBarriersInBothSchemes(page, width);

      await page.getByLabel('Resultado', { exact: true }).selectOption('Não foi pago');
      await shown(/^R\$\s120,36 que deveriam ter caído em /).waitFor();

      const payouts = page.locator('section', { hasText: 'Últimos pagamentos' });
      await payouts.getByRole('link').first().click();
      await page.getByRole('heading', { name: /^Pagamento de \d\d\/\d\d\/\d{4}$/ }).waitFor();
      await page.getByRole('heading', { name: 'O que ele paga' }).waitFor();
      await page
        .getByRole('row', { name: /Parcela 1\/1/ })
        .first()
        .waitFor();
      await assertNoBarriersInBothSchemes(page, width);
      await page.goto(`${stage.address()}/painel/recebimentos/banco`);
      await page
        .getByLabel('Extrato do banco, em OFX')
        .setInputFiles({ name: 'extrato.ofx', mimeType: 'application/x-ofx', buffer: await bankStatement() });
      await page.getByRole('link', { name: 'Ver as linhas do extrato' }).click();
      await page
        .getByRole('link', { name: /^Ver o pagamento / })
        .first()
        .waitFor();
      await assertNoBarriersInBothSchemes(page, width);
      assert.deepEqual(complaints, []);
    });
  }
});

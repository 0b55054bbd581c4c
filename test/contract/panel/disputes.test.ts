import assert from 'node:assert/strict';
import { test } from 'node:test';
import { picture } from '../../../src/operations/photos/test-images.ts';
import { LETTER, pdfOf } from '../../../src/operations/photos/test-pdf.ts';
import type { AuditRow } from '../../../src/panel/audit/schema.ts';
import type { DisputeRateRow, DisputeRow, ShownDispute } from '../../../src/panel/disputes/schema.ts';
import type { Sale } from '../../../src/panel/sales/schema.ts';
import { API_PAIR, sell } from '../../support/gateway-client.ts';
import { addMerchant } from '../../support/merchants.ts';
import { put } from '../../support/movements.ts';
import { readPdfPages } from '../../support/pdf-page.ts';
import { onSqliteByDay } from '../../support/service.ts';
import { assertRefused, browserOf, OPERATOR, okJson } from './panel-client.ts';

interface Page {
  readonly items: readonly DisputeRow[];
  readonly next: string | null;
}

onSqliteByDay('Disputes, in the panel', {}, (service) => {
  const soldBy = async (api?: Parameters<typeof sell>[2]) => {
    const sold = await sell(service, { top: { amount: '2000' }, card: { capture: true } }, api);
    return (sold.json() as { transactionId: string }).transactionId;
  };

  test('a seller records one from a letter, answers it and tells what came of it', async () => {
    const { api } = await addMerchant(service);
    const [own, other] = [await soldBy(), await soldBy(api)];
    const seller = browserOf(service);
    okJson(await seller.logIn());
    const path = `/sales/${own}/disputes`;
    const letter = { amount: 1_500, process: '7700123', reasonCode: '13.1', reason: 'Não recebido' };
    const recorded = okJson<ShownDispute>(await seller.call('POST', path, letter));
    assert.deepEqual(
      [recorded.state, recorded.daysLeft, recorded.money, recorded.steps.join()],
      ['open', 10, 'none', 'answer,accept,win,lose,debit'],
    );
    assertRefused(
      await seller.call('POST', `/sales/${other}/disputes`, letter),
      404,
      'transaction_not_found',
    );
    assertRefused(await seller.call('POST', path, { amount: 2_001 }), 400, 'dispute_amount_invalid');
    const toAnswer = okJson<Page & { count: number }>(await seller.call('GET', '/disputes/to-answer'));
    assert.deepEqual([toAnswer.count, toAnswer.items[0]?.id], [1, recorded.id]);

    const step = (body: object) => seller.call('POST', `/disputes/${recorded.id}/step`, body);
    assertRefused(await step({ step: 'answer' }), 400, 'field_invalid');
    assertRefused(await step({ step: 'credit' }), 409, 'dispute_step_conflict');
    const words = { statement: 'Entregue em 20/11, assinado por Maria.' };
    okJson(await seller.call('POST', `/disputes/${recorded.id}/statement`, words));
    okJson(await step({ step: 'debit', day: recorded.notifiedDay }));
    okJson(await step({ step: 'answer', answer: 'Rastreio com assinatura' }));
    okJson(await step({ step: 'win' }));
    const shown = okJson<ShownDispute>(await step({ step: 'credit' }));
    assert.deepEqual(
      [shown.state, shown.money, shown.answer, shown.statement, shown.steps.join()],
      ['won', 'credited', 'Rastreio com assinatura', words.statement, 'debit'],
    );
    assert.ok(shown.answeredBy && shown.answeredAt);
    const sale = okJson<Sale>(await seller.call('GET', `/sales/${own}`));
    assert.deepEqual(
      sale.timeline.slice(0, 5).map(({ title }) => title.replaceAll('\u00a0', ' ')),
      [
        'R$ 15,00 da disputa creditados de volta',
        'Disputa decidida a favor da loja',
        'Disputa respondida',
        'R$ 15,00 debitados pela disputa',
        'Disputa completada',
      ],
    );
    const file = await seller.call('GET', '/disputes.csv?state=won');
    assert.equal(file.status, 200);
    assert.match(
      file.text,
      /;Contestação;[^;]*7700123[^;]*;[^;]*13\.1[^;]*;Não recebido;Rede;"15,00";Ganha;Creditado de volta;/,
    );
    assertRefused(await seller.call('GET', '/disputes?state=6'), 400, 'field_invalid');

    const rates = okJson<{ items: readonly DisputeRateRow[] }>(await seller.call('GET', '/disputes/rates'));
    assert.deepEqual(
      rates.items.map(({ alerts, disputes, level }) => [alerts, disputes, level]),
      [[0, 1, 'low']],
    );

    const operator = browserOf(service);
    okJson(await operator.logIn(OPERATOR));
    okJson(await operator.call('POST', `/sales/${other}/disputes`, letter));
    assert.equal(okJson<Page>(await operator.call('GET', '/disputes')).items.length, 2);
    const { items: audited } = okJson<{ items: readonly AuditRow[] }>(
      await operator.call('GET', '/audit?of=1'),
    );
    assert.deepEqual(
      audited
        .filter(({ record, result }) => record === `transaction:${own}` && result === 'ok')
        .map(({ title, detail }) => [title, detail].filter(Boolean).join(': ')),
      [
        ...['credit', 'win', 'answer', 'debit'].map(
          (step) => `Registrou o andamento de uma disputa: ${step}`,
        ),
        'Escreveu o que a loja diz de uma disputa',
        'Registrou uma disputa',
      ],
    );
    assert.equal(okJson<Page>(await seller.call('GET', '/disputes')).items.length, 1);
    const [foreign] = okJson<Page>(await operator.call('GET', `/sales/${other}/disputes`)).items;
    assertRefused(await seller.call('GET', `/disputes/${foreign?.id}`), 404, 'dispute_not_found');
  });

  test('pictures and PDFs that a seller adds are pages of the dossier, and nothing else is taken', async () => {
    const seller = browserOf(service);
    okJson(await seller.logIn());
    const recorded = okJson<ShownDispute>(
      await seller.call('POST', `/sales/${await soldBy()}/disputes`, { amount: 2_000 }),
    );
    const path = `/disputes/${recorded.id}`;
    const add = (name: string, content: Buffer) =>
      seller.call('POST', `${path}/files`, { name, file: content.toString('base64') });
    const filesOf = async () => okJson<ShownDispute>(await seller.call('GET', path)).files;
    /** The tree of pages tells their number in clear. */
    const pagesOf = async () => {
      const { text } = await seller.call('GET', `${path}/evidence.pdf`);
      return Number(/\/Type \/Pages\s+\/Count (\d+)/.exec(text)?.[1]);
    };
    const before = await pagesOf();
    assert.ok(before > 0);
    okJson(await add('entrega.jpg', await picture('jpeg', { width: 900, height: 1_400 })));
    okJson(await add('conversa.png', await picture('png', { width: 3_000, height: 2_000 })));
    const [first, second] = await filesOf();
    assert.deepEqual([first?.name, second?.name], ['entrega.jpg', 'conversa.png']);
    assert.equal(await pagesOf(), before + 2);
    assertRefused(await add('carta.pdf', Buffer.from('%PDF-1.7')), 400, 'dispute_file_invalid');
    assertRefused(await add('carta.txt', Buffer.from('Prezados')), 400, 'dispute_file_invalid');
    const locked = { userPassword: 'segredo', ownerPassword: 'dono', pdfVersion: '1.7' } as const;
    assertRefused(await add('senha.pdf', await pdfOf([LETTER], locked)), 400, 'dispute_file_locked');
    const long = Array.from({ length: 21 }, () => LETTER);
    assertRefused(await add('longo.pdf', await pdfOf(long)), 400, 'dispute_file_long');
    okJson(await add('nota.pdf', await pdfOf([LETTER, LETTER, LETTER])));
    assert.equal(await pagesOf(), before + 5);
    const dossier = await fetch(`${service.address()}/v1${path}/evidence.pdf`, { headers: API_PAIR });
    const file = Buffer.from(await dossier.arrayBuffer());
    const { texts, annotations } = await readPdfPages(file);
    assert.equal(annotations, 0);
    assert.deepEqual(
      texts.slice(-3).map((text) => /nota\.pdf, página \d de 3/.exec(text)?.[0]),
      [1, 2, 3].map((page) => `nota.pdf, página ${page} de 3`),
    );
    assert.doesNotMatch(file.toString('latin1'), /JavaScript|OpenAction|example\.com/);
    const attached = (await filesOf()).at(-1);
    assert.equal(attached?.name, 'nota.pdf');
    okJson(await seller.call('POST', `${path}/files/${attached?.id}/remove`));
    assert.equal(await pagesOf(), before + 2);
    okJson(await seller.call('POST', `${path}/files/${first?.id}/remove`));
    assertRefused(
      await seller.call('POST', `${path}/files/${first?.id}/remove`),
      404,
      'dispute_file_unknown',
    );
    const small = await picture('png', { width: 8, height: 8 });
    for (let count = 1; count < 10; count += 1) okJson(await add(`${count}.png`, small));
    assertRefused(await add('a mais.png', small), 409, 'too_many_dispute_files');
    assert.equal((await filesOf()).length, 10);
  });

  test('the dossier of a sale tells its proof, device, refund and earlier sales, and no card number', async () => {
    const customer = { name: 'Íris d’Ávila', document: '39053344705', email: 'iris@example.com' };
    await sell(service, {
      top: { amount: '7700', referenceId: 'anterior', customer },
      card: { capture: true },
    });
    const proof = {
      cavv: 'kHyn+7YFi1EUAREAAAAvNUe6Hv8=',
      eci: '05',
      version: '2.2.0',
      referenceId: 'a8b1c2d3-e4f5-4a6b-8c7d-9e0f1a2b3c4d',
    };
    const sold = await sell(service, {
      top: { amount: '9900', userAgent: 'Mozilla/5.0 (Android 14)', device: { language: 'pt-BR' }, customer },
      card: { capture: true, authenticate: 2, authentication: proof },
    });
    const { transactionId } = sold.json() as { transactionId: string };
    assert.equal((await put(service, transactionId, 'void', { amount: 500 })).status, 200);
    const seller = browserOf(service);
    okJson(await seller.logIn());
    const letter = { amount: 9_400, process: '7700124', reasonCode: '13.1' };
    const { id } = okJson<ShownDispute>(
      await seller.call('POST', `/sales/${transactionId}/disputes`, letter),
    );
    const path = `${service.address()}/v1/disputes/${id}/evidence.pdf`;
    const file = await (await fetch(path, { headers: API_PAIR })).arrayBuffer();
    const { texts } = await readPdfPages(new Uint8Array(file));
    const text = texts.join(' ').replaceAll('\u00a0', ' ');
    const parts = [
      'Dossiê da disputa 7700124',
      'R$ 99,00',
      'Íris d’Ávila',
      'Mozilla/5.0 (Android 14)',
      'pt-BR',
    ];
    for (const part of [...parts, 'R$ 5,00', 'iris@example.com', 'anterior', '•••• 5682', '2.2.0']) {
      assert.ok(text.includes(part), part);
    }
    assert.match(text, /ECI +05 +Versão +2\.2\.0/);
    assert.doesNotMatch(text, /423564|kHyn|a8b1c2d3/);
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkSlips } from '../../../src/commands/checks/check-slips.ts';
import type { AwaitedChargeTables } from '../../../src/gateway/charges/charges-table.ts';
import { fillTerms } from '../../../src/gateway/kinds/slip/fill-terms.ts';
import type { SlipTables } from '../../../src/gateway/kinds/slip/slips-table.ts';
import type { AuditRow } from '../../../src/panel/audit/schema.ts';
import type { MadeSlip, SlipWay } from '../../../src/panel/charge/schema.ts';
import type { Recurrence } from '../../../src/panel/recurrences/schema.ts';
import type { Sale, SaleRow } from '../../../src/panel/sales/schema.ts';
import type { SlipLine } from '../../../src/panel/slips/schema.ts';
import { localTime } from '../../../src/platform/time/clock.ts';
import { API_PAIR } from '../../support/gateway-client.ts';
import { onSqliteByDay } from '../../support/service.ts';
import { until } from '../../support/waiting.ts';
import { assertRefused, browserOf, OPERATOR, okJson } from './panel-client.ts';

const PIX = { amount: 15_003, lasts: '60', description: 'Bolo' };
const DAY_MS = 24 * 60 * 60_000;
const SLIP = {
  ...{ customerName: 'Lia Reis', customerDocument: '390.533.447-05' },
  address: {
    ...{ street: 'Rua das Flores', number: '100', district: 'Centro', postalCode: '01001-000' },
    ...{ city: 'São Paulo', state: 'sp' },
  },
};
/** On the page of a link. */
const TYPED = {
  ...{ pagador: 'Maria da Silva', documento: '111.444.777-35', cep: '01310-100' },
  ...{ rua: 'Avenida Paulista', lugar: '1000', bairro: 'Bela Vista' },
};

onSqliteByDay('Charging from the panel', {}, (service) => {
  const key = () => ({ 'Idempotency-Key': crypto.randomUUID() });

  test('a Pix is made once for a key, has a code while it waits, and is found by kind and amount', async () => {
    const browser = browserOf(service);
    okJson(await browser.logIn());
    assertRefused(await browser.call('POST', '/charges/pix', PIX), 400, 'idempotency_key_missing');
    const headers = key();
    const { id } = okJson<{ id: string }>(await browser.call('POST', '/charges/pix', PIX, headers));
    const again = okJson<{ id: string }>(await browser.call('POST', '/charges/pix', PIX, headers));
    assert.equal(again.id, id);
    const sale = okJson<Sale>(await browser.call('GET', `/sales/${id}`));
    assert.deepEqual(
      [sale.kind, sale.status, sale.amount, sale.description],
      ['pix', 1, PIX.amount, PIX.description],
    );
    const { qrCode } = okJson<{ qrCode: string }>(await browser.call('GET', `/sales/${id}/pix-code`));
    assert.match(qrCode, /^<svg role="img"/);
    const found = okJson<{ items: SaleRow[] }>(
      await browser.call('GET', '/sales?kind=pix&search=R$%20150,03'),
    );
    assert.deepEqual(
      found.items.map((row) => row.id),
      [id],
    );
    const wrong = { ...PIX, customerDocument: '123' };
    assertRefused(await browser.call('POST', '/charges/pix', wrong, key()), 400, 'document_invalid');
  });

  test('a slip is made once for a key, of whom its form names, and what is wrong is told beside its fields', async () => {
    const browser = browserOf(service);
    okJson(await browser.logIn());
    const way = okJson<Extract<SlipWay, { possible: true }>>(await browser.call('GET', '/charges/slip'));
    assert.deepEqual([way.possible, way.leastAmount, way.usual > way.first], [true, 250, true]);
    const slip = {
      ...{ amount: 12_303, dueOn: way.usual, description: 'Bolo', customerEmail: 'lia@exemplo.com.br' },
      ...{ ...SLIP, fine: 200, interest: 100 },
    };
    const make = (body: object, headers = key()) => browser.call('POST', '/charges/slip', body, headers);
    assertRefused(await browser.call('POST', '/charges/slip', slip), 400, 'idempotency_key_missing');
    const headers = key();
    const { id, isOut } = okJson<MadeSlip>(await make(slip, headers));
    assert.equal(isOut, true);
    assert.equal(okJson<MadeSlip>(await make(slip, headers)).id, id);
    const sale = okJson<Sale>(await browser.call('GET', `/sales/${id}`));
    assert.deepEqual(
      [sale.kind, sale.status, sale.amount, sale.customerName, sale.slip?.dueOn, sale.slip?.line?.length],
      ['bankSlip', 1, slip.amount, 'Lia Reis', way.usual, 47],
    );
    const wrong: readonly (readonly [more: object, code: string, field: string, text: RegExp])[] = [
      [{ amount: 249 }, 'slip_amount_invalid', 'amount', /O valor é menor/],
      [{ dueOn: '2020-01-01' }, 'slip_due_date_invalid', 'dueOn', /de hoje a um ano/],
      [{ dueOn: `${way.usual.slice(0, 8)}99` }, 'slip_due_date_invalid', 'dueOn', /de hoje a um ano/],
      [{ customerDocument: '123' }, 'slip_field_invalid', 'customerDocument', /Este campo deve ser um CPF/],
      [{ customerEmail: 'lia' }, 'email_invalid', 'customerEmail', /e-mail/],
      [{ fine: 201 }, 'fine_above_limit', 'fine', /2%/],
      [{ interest: 101 }, 'interest_above_limit', 'interest', /1% ao mês/],
      [
        { address: { ...slip.address, number: ' ' } },
        'slip_field_missing',
        'address.number',
        /é obrigatório/,
      ],
      [{ address: { ...slip.address, state: 'XX' } }, 'slip_field_invalid', 'address.state', /estado/],
      [{ address: { ...slip.address, postalCode: '1' } }, 'slip_field_invalid', 'address.postalCode', /CEP/],
    ];
    for (const [more, code, field, text] of wrong) {
      const answer = await make({ ...slip, ...more });
      assertRefused(answer, 400, code);
      const { error } = JSON.parse(answer.text) as { error: { field: string; message: string } };
      assert.equal(error.field, field);
      assert.match(error.message, text);
      assert.doesNotMatch(error.message, /customer\.|payment\./);
    }
    const dueOn = way.last;
    okJson(await browser.call('POST', `/sales/${id}/slip/due-date`, { dueOn }));
    const operator = browserOf(service);
    okJson(await operator.logIn(OPERATOR));
    const audited = async (operation: string) => {
      const path = `/audit?operation=${encodeURIComponent(`painel POST ${operation}`)}`;
      const { items } = okJson<{ items: AuditRow[] }>(await operator.call('GET', path));
      return items.filter(({ result }) => result === 'ok').map(({ title }) => title);
    };
    // The repeated one answers what the first one made; the others were refused.
    assert.deepEqual([...new Set(await audited('/charges/slip'))], ['Cobrou por boleto']);
    assert.deepEqual(await audited('/sales/:id/slip/due-date'), [
      'Trocou um boleto por outro com novo vencimento',
    ]);
  });

  test('the platform charges for no shop of its own', async () => {
    const operator = browserOf(service);
    okJson(await operator.logIn(OPERATOR));
    const answer = await operator.call('POST', '/charges/pix', PIX, key());
    assertRefused(answer, 409, 'shop_needed');
    const other = { amount: 300, dueOn: '2030-01-01', customerName: 'A', customerDocument: '1', address: {} };
    assertRefused(await operator.call('POST', '/charges/slip', other, key()), 409, 'shop_needed');
  });

  test('a monthly plan of a client is made once for a key, from today on, with a link for the missing card', async () => {
    const browser = browserOf(service);
    okJson(await browser.logIn());
    const person = { document: '52998224725', name: 'Rui Dias' };
    const client = okJson<{ id: number }>(await browser.call('POST', '/clients', person));
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' });
    const firstDay = today.format(service.clock.now());
    const plan = { clientId: client.id, amount: 12_900, months: 3, firstDay, description: 'Academia' };
    const headers = key();
    const made = okJson<Recurrence>(await browser.call('POST', '/recurrences', plan, headers));
    assert.deepEqual(
      [made.amount, made.months, made.client.name, made.needsCard, made.formUrl !== null],
      [12_900, 3, 'Rui Dias', true, true],
    );
    const again = okJson<Recurrence>(await browser.call('POST', '/recurrences', plan, headers));
    assert.equal(again.id, made.id);
    const late = await browser.call('POST', '/recurrences', { ...plan, firstDay: '2020-01-01' }, key());
    assert.equal(late.status, 400);
    assert.match(late.text, /Este campo não pode ser um dia que já passou/);
    const foreign = await browser.call('POST', '/recurrences', { ...plan, clientId: 9_999 }, key());
    assert.equal(foreign.status, 400, foreign.text);
    const archive = () => browser.call('POST', `/clients/${client.id}/archive`);
    assertRefused(await archive(), 409, 'client_charged');
    okJson(await browser.call('POST', `/recurrences/${made.id}/cancel`));
    okJson(await archive());
    assertRefused(await browser.call('POST', '/recurrences', plan, key()), 409, 'client_archived');
    const answered = okJson<Recurrence>(await browser.call('POST', '/recurrences', plan, headers));
    assert.equal(answered.id, made.id, 'an answer that was lost is given again');
  });

  test('a buyer becomes a client by one press, and one client only', async () => {
    const browser = browserOf(service);
    okJson(await browser.logIn());
    const buyer = { customerName: 'Lia Reis', customerDocument: '390.533.447-05' };
    const { id } = okJson<{ id: string }>(
      await browser.call('POST', '/charges/pix', { ...PIX, ...buyer }, key()),
    );
    const clientOf = () => browser.call('POST', `/sales/${id}/client`);
    const [one, other] = await Promise.all([clientOf(), clientOf()]);
    const client = okJson<{ id: number }>(one);
    assert.deepEqual(okJson(other), client);
    okJson(await browser.call('POST', `/clients/${client.id}/archive`));
    const till = { name: 'Balcão', settings: { pointOfSale: true, sellsByValue: true } };
    const terminal = okJson<{ id: number }>(await browser.call('POST', '/terminals', till));
    const sale = { terminalId: terminal.id, methodId: 41, total: 1_000, clientId: client.id };
    const sold = () => browser.call('POST', '/till/sales', sale, key());
    assertRefused(await sold(), 409, 'client_archived');
    assert.deepEqual(okJson(await clientOf()), client, 'who buys again is archived no longer');
    okJson(await sold());
    okJson(await browser.call('POST', `/clients/${client.id}/archive`));
    okJson(await browser.call('POST', `/clients/${client.id}/reactivate`));
    const shown = okJson<{ name: string; document: string }>(
      await browser.call('GET', `/clients/${client.id}`),
    );
    assert.deepEqual([shown.name, shown.document], ['Lia Reis', '390.533.447-05']);
    const unnamed = okJson<{ id: string }>(await browser.call('POST', '/charges/pix', PIX, key()));
    const none = await browser.call('POST', `/sales/${unnamed.id}/client`);
    assertRefused(none, 409, 'buyer_without_document');
    const operator = browserOf(service);
    okJson(await operator.logIn(OPERATOR));
    const audited = okJson<{ items: { title: string; record: string | null }[] }>(
      await operator.call('GET', '/audit?limit=50'),
    ).items.filter(({ record }) => record === `cliente:${client.id}`);
    const titles = new Set(audited.map(({ title }) => title));
    for (const title of ['Fez de um comprador um cliente', 'Arquivou um cliente', 'Reativou um cliente']) {
      assert.ok(titles.has(title), `${title}: it is in the audit under its title`);
    }
  });

  test('orders and plans are found by a part of their reference', async () => {
    const browser = browserOf(service);
    okJson(await browser.logIn());
    const client = okJson<{ id: number }>(
      await browser.call('POST', '/clients', { document: '16899535009', name: 'Eva Paz' }),
    );
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' });
    const plan = {
      clientId: client.id,
      amount: 100,
      months: 2,
      firstDay: today.format(service.clock.now()),
      description: 'Aula de violão',
      reference: 'Escola_100%-B',
    };
    const made = okJson<Recurrence>(await browser.call('POST', '/recurrences', plan, key()));
    const found = async (text: string) =>
      okJson<{ items: { id: number }[] }>(
        await browser.call('GET', `/recurrences?reference=${encodeURIComponent(text)}`),
      ).items.map(({ id }) => id);
    for (const part of ['escola', '100%', 'A_1', 'violão'])
      assert.deepEqual(await found(part), [made.id], part);
    for (const part of ['100_', 'scol%', 'nada']) assert.deepEqual(await found(part), [], part);
  });

  test('slips are listed by their due date: what is to come in, what is late, and what was paid', async () => {
    const browser = browserOf(service);
    okJson(await browser.logIn());
    const { day } = localTime('America/Sao_Paulo');
    const now = service.clock.now();
    const inDays = (days: number) => day(now + days * DAY_MS);
    const view = async (name: string, limit = 200) => {
      const found: SlipLine[] = [];
      for (let cursor = ''; ; ) {
        const answer = await browser.call('GET', `/slips?view=${name}&limit=${limit}&cursor=${cursor}`);
        const { items, next } = okJson<{ items: SlipLine[]; next: string | null }>(answer);
        found.push(...items);
        if (next === null) return found;
        cursor = next;
      }
    };
    const sumOf = async (name: 'due' | 'late') =>
      okJson<{ count: number; amount: number; bounded: boolean }>(
        await browser.call('GET', `/slips/summary?view=${name}`),
      );
    const before = await sumOf('due');
    const make = async (amount: number, dueOn: string) =>
      okJson<{ id: string }>(
        await browser.call(
          'POST',
          '/charges/slip',
          { ...SLIP, amount, dueOn, payableDaysAfterDue: 30 },
          key(),
        ),
      ).id;
    const [later, soon, toPay] = [
      await make(20_203, inDays(40)),
      await make(10_103, inDays(2)),
      await make(30_303, inDays(2)),
    ];
    const ofPage = await service.send({
      method: 'POST',
      path: '/v1/intention',
      headers: { 'Content-Type': 'application/json', ...API_PAIR },
      body: JSON.stringify({ amount: '40403', payment: { pix: {}, bankSlip: { dueDays: 20 } } }),
    });
    const { transactionId: byLink, url } = ofPage.json() as { transactionId: string; url: string };
    const path = new URL(url).pathname;
    const form = await service.send({ path: `${path}?forma=boleto` });
    const chave = /name="chave" value="([^"]+)"/.exec(form.text)?.[1] ?? assert.fail(form.text);
    const asked = await service.send({
      method: 'POST',
      path,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ ...TYPED, forma: 'boleto', chave }).toString(),
    });
    assert.equal(asked.status, 303, asked.text);
    const mine = (found: readonly SlipLine[]) =>
      found.filter(({ id }) => [later, soon, toPay, byLink].includes(id));
    const due = mine(await view('due', 1));
    assert.deepEqual(
      due.map(({ id }) => id),
      [...(due[0]?.id === soon ? [soon, toPay] : [toPay, soon]), byLink, later],
    );
    const ofLink = due.find(({ id }) => id === byLink);
    assert.deepEqual(
      [ofLink?.amount, ofLink?.dueOn, ofLink?.payableUntil, ofLink?.payerName, ofLink?.stand],
      [40_403, inDays(20), inDays(20), TYPED.pagador, 'due'],
    );
    const first = due.find(({ id }) => id === soon);
    assert.deepEqual([first?.amount, first?.payableUntil, first?.paidAt], [10_103, inDays(32), null]);
    const { slip } = okJson<Sale>(await browser.call('GET', `/sales/${soon}`));
    assert.deepEqual([first?.url, first?.pdf], [slip?.url, `${slip?.url}/pdf`]);
    const after = await sumOf('due');
    assert.deepEqual(
      [after.count - before.count, after.amount - before.amount, after.bounded],
      [4, 101_012, false],
    );
    // Canceled while its bank cannot take it back yet.
    const endings = (ending: 'void' | null) =>
      service
        .rooms()
        .database.write(({ tables }) =>
          tables<AwaitedChargeTables>()
            .updateTable('pix_charges')
            .set({ ending, next_at: null })
            .where('transaction_id', '=', byLink)
            .execute(),
        );
    await endings('void');
    assert.deepEqual(
      mine(await view('due')).map(({ id }) => id),
      due.map(({ id }) => id).filter((id) => id !== byLink),
    );
    const without = await sumOf('due');
    assert.deepEqual([without.count - before.count, without.amount - before.amount], [3, 60_609]);
    const canceling = okJson<Sale>(await browser.call('GET', `/sales/${byLink}`)).slip;
    assert.deepEqual([canceling?.stand, canceling?.line, canceling?.pdf], ['other', null, null]);
    await endings(null);
    const paid = await service.send({
      method: 'POST',
      path: '/__sim/slip/pay',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ transactionId: toPay }),
    });
    assert.equal(paid.status, 200, paid.text);
    await until('the slip is paid', async () => mine(await view('paid')).length === 1);
    const [received] = await view('paid');
    assert.deepEqual(
      [received?.id, received?.stand, received?.paidAmount, received?.url],
      [toPay, 'on_time', 30_303, null],
    );
    // As an older database has them.
    const { database } = service.rooms();
    const terms = () =>
      database.read<SlipTables>().selectFrom('slips').selectAll().orderBy('reference').execute();
    const stored = await terms();
    assert.deepEqual(await checkSlips(service.rooms()), []);
    await database.write((write) => {
      const slips = write.tables<SlipTables>().updateTable('slips');
      return slips.set({ merchant_id: 0, amount: 0, due_on: '', payable_until: '' }).execute();
    });
    const [found] = await checkSlips(service.rooms());
    assert.match(found?.text ?? '', new RegExp(`^${stored.length} boletos sem a loja`));
    await database.write((write) => fillTerms(write.tables()));
    assert.deepEqual(await terms(), stored);
    service.clock.advance(9 * DAY_MS);
    okJson(await browser.logIn());
    assert.deepEqual(
      mine(await view('late')).map(({ id, stand }) => [id, stand]),
      [[soon, 'late']],
    );
    assert.deepEqual(
      mine(await view('due')).map(({ id }) => id),
      [byLink, later],
    );
    const late = await sumOf('late');
    assert.ok(late.count >= 1 && late.amount >= 10_103);
    assertRefused(await browser.call('GET', '/slips/summary?view=paid'), 400, 'field_invalid');
    // Banks take none for so long: whatever was due before is not read through.
    const moveDue = (from: number, to: number) =>
      database.write((write) => {
        const slips = write.tables<SlipTables>().updateTable('slips');
        return slips
          .set({ due_on: inDays(to) })
          .where('due_on', '=', inDays(from))
          .execute();
      });
    await moveDue(2, 9 - 90);
    assert.equal(mine(await view('late')).length, 1);
    await moveDue(9 - 90, 9 - 91);
    assert.equal(mine(await view('late')).length, 0);
    assertRefused(await browser.call('GET', '/slips?cursor=ontem'), 400, 'field_invalid');
    const operator = browserOf(service);
    okJson(await operator.logIn(OPERATOR));
    assert.deepEqual(okJson<{ items: unknown[] }>(await operator.call('GET', '/slips')).items, []);
  });
});

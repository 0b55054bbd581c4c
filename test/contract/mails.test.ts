import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Sale } from '../../src/panel/sales/schema.ts';
import { localTime } from '../../src/platform/time/clock.ts';
import { assertRefused, recordOf } from '../support/gateway-answers.ts';
import { API_PAIR, postJson, sell } from '../support/gateway-client.ts';
import { createLink, submit } from '../support/hosted-page.ts';
import { put, soldIn } from '../support/movements.ts';
import { onSqliteByDay } from '../support/service.ts';
import { type ReceivedMail, startSmtpServer } from '../support/smtp-server.ts';
import { until } from '../support/waiting.ts';
import { cellsOfWorkbook } from '../support/workbook.ts';
import { type Browser, browserOf, OPERATOR, okJson, SELLER } from './panel/panel-client.ts';

const SHOP = 'loja@exemplo.com.br';
const BUYER = 'maria@comprador.example';
const SETTINGS = ['link_payment', 'refund', 'failed_notices', 'dispute'];
const NEXT_RUN_MS = 5_000;
const HOUR_MS = 60 * 60_000;
const PAYER = {
  name: 'Maria da Silva',
  document: '11144477735',
  address: {
    ...{ address: 'Avenida Paulista', number: '1000', district: 'Bela Vista' },
    ...{ zipcode: '01310100', city: 'São Paulo', state: 'SP' },
  },
};
const smtp = await startSmtpServer();
after(() => smtp.close());

onSqliteByDay(
  'A shop with a mail server',
  {
    GUICHE_SMTP_URL: smtp.url,
    GUICHE_MAIL_FROM: 'pagamentos@guiche.example',
    GUICHE_PUBLIC_URL: 'https://pagar.example',
  },
  (service) => {
    let before = 0;
    const dueIn = (days: number) =>
      localTime('America/Sao_Paulo').day(service.clock.now() + days * 24 * HOUR_MS);
    const brazilian = (day: string) => day.split('-').reverse().join('/');

    async function seller(mails: readonly string[]): Promise<Browser> {
      before = smtp.received.length;
      const browser = browserOf(service);
      okJson(await browser.logIn());
      okJson(await browser.call('PATCH', '/settings/shop', { name: 'Doces da Ana', email: SHOP }));
      okJson(await browser.call('PATCH', '/settings/mails', { mails }));
      // A change takes effect within seconds.
      service.clock.advance(NEXT_RUN_MS);
      return browser;
    }

    /** The first mail of this test to an address, with a subject that matches. */
    function mailTo(to: string, subject: RegExp): Promise<ReceivedMail> {
      return until(`a mail to ${to} about ${subject}`, () => {
        service.clock.advance(NEXT_RUN_MS);
        return smtp.received.slice(before).find((mail) => mail.to.includes(to) && subject.test(mail.subject));
      });
    }

    /** As a visitor of a page. */
    async function askForSlip(url: string, email: string) {
      const { pathname: path } = new URL(url);
      const asked = await service.send({ path: `${path}?forma=boleto` });
      const chave = /name="chave" value="([^"]+)"/.exec(asked.text)?.[1] ?? '';
      const typed = {
        ...{ pagador: 'Maria da Silva', documento: '111.444.777-35', email },
        ...{ cep: '01310-100', rua: 'Avenida Paulista', lugar: '1000', bairro: 'Bela Vista' },
      };
      const sent = await service.send({
        method: 'POST',
        path,
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ ...typed, forma: 'boleto', chave }).toString(),
      });
      assert.equal(sent.status, 303, sent.text);
      return sent;
    }

    test('is told of a dispute, with the days that are left, and once', async () => {
      const browser = await seller(SETTINGS);
      const { transactionId } = (await sell(service, { card: { capture: true } })).json() as {
        transactionId: string;
      };
      const letter = { amount: 100, process: '7700123', reasonCode: '10.4' };
      const { id } = okJson<{ id: string }>(
        await browser.call('POST', `/sales/${transactionId}/disputes`, letter),
      );
      const told = await mailTo(SHOP, /Contestação/);
      assert.match(told.subject, /^\[Teste\] Contestação de R\$\s1,00: 10 dias para responder$/);
      assert.ok(told.text.includes(`https://pagar.example/painel/disputas/${id}`));
      await browser.call('POST', `/disputes/${id}/step`, { step: 'accept' });
    });

    test('is told that a link was paid, of a refund of a part, and not of the sales of its own program', async () => {
      await seller(SETTINGS);
      const { path, transactionId } = await createLink(service, {
        description: 'Bolo de 3 kg',
        customer: { name: 'Maria da Silva' },
      });
      assert.equal((await submit(service, path)).status, 303);
      const paid = await mailTo(SHOP, /recebidos/);
      assert.match(paid.subject, /^\[Teste\] R\$\s289,90 recebidos de Maria da Silva: Bolo de 3 kg$/);
      assert.match(paid.text, /Você recebeu R\$\s289,90 de Maria da Silva/);
      assert.match(paid.text, /Forma de pagamento: Crédito, /);
      assert.ok(paid.text.includes(`https://pagar.example/painel/vendas/${transactionId}`));
      assert.match(paid.html, /<html lang="pt-BR">[\s\S]*Bolo de 3 kg/);
      assert.equal(paid.from, 'pagamentos@guiche.example');
      assert.match(paid.header('Auto-Submitted'), /auto-generated/);

      const id = await soldIn(service, 6);
      assert.equal((await put(service, id, 'void', { amount: 300 })).status, 200);
      const refunded = await mailTo(SHOP, /estornados/);
      assert.match(refunded.subject, /R\$\s3,00 estornados/);
      assert.ok(refunded.text.includes(id));
      const payments = smtp.received.slice(before).filter(({ subject }) => /recebidos/.test(subject));
      assert.equal(payments.length, 1);
    });

    test('is told once a day that its program does not take notices', async () => {
      await seller(SETTINGS);
      const postBackUrl = 'http://127.0.0.1:9/avisos';
      for (const referenceId of ['a', 'b']) await sell(service, { top: { postBackUrl, referenceId } });
      const told = await until('a mail about notices', () => {
        service.clock.advance(HOUR_MS);
        return smtp.received.slice(before).find(({ subject }) => /não cheg/.test(subject));
      });
      assert.deepEqual(told.to, [SHOP]);
      assert.ok(told.text.includes('https://pagar.example/painel/avisos?state=failed'));
    });

    test('sends its buyer a receipt where it wants to and knows the address, once for each sale', async () => {
      await seller(['receipt']);
      const sale = {
        top: { customer: { name: 'Maria <b>Souza</b>', email: BUYER }, referenceId: 'pedido-7' },
      };
      const { top } = recordOf(await sell(service, { ...sale, card: { capture: true, installments: 2 } }));
      assert.equal(top.status, 6);
      const receipt = await mailTo(BUYER, /Seu pagamento de R\$\s10,00 para Doces da Ana/);
      assert.match(receipt.text, /Crédito, 2x de R\$\s5,00/);
      assert.match(receipt.text, /CPF ou CNPJ da loja: 111\.444\.777-35/);
      assert.match(receipt.text, /Pedido: pedido-7/);
      assert.match(receipt.header('Reply-To'), /loja@exemplo\.com\.br/);
      assert.ok(!receipt.html.includes('<b>Souza</b>'), 'a name is a text');
      assert.ok(receipt.html.includes('Maria &lt;b&gt;Souza'));
    });

    test('sends its payer the slip, and the one of another due date, where it sends receipts and knows the address', async () => {
      const [dueOn, later] = [dueIn(5), dueIn(9)];
      const slip = async (amount: string) => {
        const answer = await postJson(service, {
          ...{ amount, referenceId: 'pedido-9', customer: { ...PAYER, email: BUYER } },
          payment: { bankSlip: { expirationDate: dueOn, instructions: 'Não receber em cheque.' } },
        });
        assert.equal(answer.status, 201, answer.text);
        return answer.json() as { transactionId: string; payment: { bankSlip: Record<string, string> } };
      };
      await seller([]);
      await slip('11103');
      const browser = await seller(['receipt']);
      const { transactionId, payment } = await slip('12303');
      const { url, digitableLine } = payment.bankSlip;
      const told = await mailTo(BUYER, /Boleto de/);
      assert.match(told.subject, /^\[Teste\] Boleto de R\$\s123,03 para Doces da Ana, com vencimento em /);
      assert.ok(told.subject.endsWith(brazilian(dueOn)));
      assert.equal(/Linha digitável: ([\d. ]+)/.exec(told.text)?.[1]?.replaceAll(/\D/g, ''), digitableLine);
      assert.deepEqual(
        told.text.split(/\s+/).filter((word) => word.startsWith(`${url}`)),
        [url, `${url}/pdf`],
      );
      assert.match(told.text, /Depois do vencimento não pode mais ser pago\./);
      assert.match(told.text, /Pedido: pedido-9/);
      assert.match(told.header('Reply-To'), /loja@exemplo\.com\.br/);
      const { id } = okJson<{ id: string }>(
        await browser.call('POST', `/sales/${transactionId}/slip/due-date`, { dueOn: later }),
      );
      const again = await until('a mail with the other slip', () => {
        service.clock.advance(NEXT_RUN_MS);
        return smtp.received.slice(before).find(({ text }) => /no lugar do boleto anterior/.test(text));
      });
      assert.ok(again.subject.endsWith(brazilian(later)));
      const { slip: other } = okJson<Sale>(await browser.call('GET', `/sales/${id}`));
      assert.ok(again.text.includes(`${other?.url}/pdf`));
      const sent = smtp.received.slice(before).filter(({ subject }) => /Boleto de/.test(subject));
      assert.equal(sent.length, 2, 'each once, and none of before the shop wanted them');
    });

    test('sends the slip that a buyer asks for on the page of a link to the address that is typed there', async () => {
      await seller(['receipt']);
      const intended = await service.send({
        method: 'POST',
        path: '/v1/intention',
        headers: { 'Content-Type': 'application/json', ...API_PAIR },
        body: JSON.stringify({
          ...{ amount: '28903', description: 'Bolo de 3 kg' },
          payment: { card: { type: 0, installments: 3 }, bankSlip: {} },
        }),
      });
      const sent = await askForSlip(
        (intended.json() as { readonly url: string }).url,
        'rosa@comprador.example',
      );
      const told = await mailTo('rosa@comprador.example', /Boleto de R\$\s289,03/);
      assert.ok(told.text.split(/\s+/).includes(`https://pagar.example${sent.headers.location}`));
      assert.match(told.text, /Descrição: Bolo de 3 kg/);
      assert.doesNotMatch(told.text, /Maria/, 'the name is what its visitor types');
    });

    test('sends an address five slips of a reusable link a day, whoever asks for more', async () => {
      // Far from midnight: they are counted by local days.
      const { day, startOfDay } = localTime('America/Sao_Paulo');
      const now = service.clock.now();
      service.clock.advance(startOfDay(day(now + 24 * HOUR_MS)) + 12 * HOUR_MS - now);
      await seller(['receipt']);
      const made = await service.send({
        method: 'POST',
        path: '/v1/payment-links',
        headers: { 'Content-Type': 'application/json', ...API_PAIR },
        body: JSON.stringify({ name: 'Bolo', amount: '31003', payment: { card: { type: 0 }, bankSlip: {} } }),
      });
      const { url } = made.json() as { readonly url: string };
      const STRANGER = 'outra@comprador.example';
      await Promise.all(Array.from({ length: 6 }, () => askForSlip(url, STRANGER)));
      // Mails are sent in the order of their times: this one arrives after all others had their turn.
      service.clock.advance(1);
      await askForSlip(url, 'rosa@comprador.example');
      await mailTo('rosa@comprador.example', /Boleto de R\$\s310,03/);
      assert.equal(smtp.received.slice(before).filter(({ to }) => to.includes(STRANGER)).length, 5);
    });

    test('sends a receipt to an address that somebody of the shop types, whatever the shop sends by itself', async () => {
      const browser = await seller([]);
      const id = await soldIn(service, 6, {});
      const path = `/sales/${id}/receipt/mail`;
      for (const [email, code] of [
        [' ', 'receipt_address_missing'],
        ['não é', 'email_invalid'],
      ])
        assertRefused(await browser.call('POST', path, { email }), 400, code ?? '', 'email');
      const email = 'rosa@balcao.example';
      for (const typed of [email, email.toUpperCase()]) {
        assert.equal((await browser.call('POST', path, { email: typed })).status, 200);
      }
      const receipt = await mailTo(email, /Seu pagamento de R\$\s10,00 para Doces da Ana/);
      assert.ok(receipt.text.includes('Autorização: '));
      service.clock.advance(NEXT_RUN_MS);
      assert.equal(
        smtp.received.slice(before).filter(({ subject }) => /Seu pagamento/.test(subject)).length,
        1,
      );
      const authorized = await soldIn(service, 5, {});
      assert.equal((await browser.call('POST', `/sales/${authorized}/receipt/mail`, { email })).status, 409);
    });

    test('reminds a client of a monthly charge before its day, and tells of one that could not be made', async () => {
      const browser = await seller(['charge_in_days', 'charge_tomorrow', 'charge_refused']);
      const CLIENT = 'rui@cliente.example';
      const { id: clientId } = okJson<{ id: number }>(
        await browser.call('POST', '/clients', { document: '52998224725', name: 'Rui Dias', email: CLIENT }),
      );
      const firstDay = localTime('America/Sao_Paulo').day(service.clock.now() + 3 * 24 * HOUR_MS);
      const plan = { clientId, amount: 12_900, months: 1, firstDay, description: 'Academia' };
      const headers = { 'Idempotency-Key': crypto.randomUUID() };
      okJson(await browser.call('POST', '/recurrences', plan, headers));
      const toClient = () => smtp.received.slice(before).filter(({ to }) => to.includes(CLIENT));
      const mailOf = (subject: RegExp, step = HOUR_MS) =>
        until(`a mail about ${subject}`, () => {
          service.clock.advance(step);
          return toClient().find((mail) => subject.test(mail.subject));
        });
      const soon = await mailOf(/^\[Teste\] Em \d\d\/\d\d\/\d{4}: R\$\s129,00 de Academia$/);
      assert.match(soon.text, /Olá, Rui Dias\. .* ainda não há um cartão válido cadastrado/);
      assert.match(soon.text, /\/v1\/save-card\//);
      assert.match(soon.text, /vai cobrar este valor em \d\d\//);
      assert.doesNotMatch(soon.text, /[Pp]arcela/, 'it is charged once');
      assert.match(soon.header('Reply-To'), /loja@exemplo\.com\.br/);
      const refused = await mailOf(/Não foi possível cobrar R\$\s129,00/, 24 * HOUR_MS);
      assert.match(refused.text, /não há um cartão válido cadastrado\. Nada foi cobrado/);
      const kinds = toClient().map(({ subject }) => (subject.includes('Não foi') ? 'refused' : 'soon'));
      assert.equal(kinds.filter((kind) => kind === 'refused').length, 1);
      assert.ok(
        kinds.filter((kind) => kind === 'soon').length <= 2,
        'three days and one day before, each once',
      );
    });

    test('invites its team by e-mail, and tells of new passwords and removed second factors', async () => {
      const browser = await seller(SETTINGS);
      const { member, link } = okJson<{
        member: { id: number };
        link: { url: string; mailedTo: string };
      }>(
        await browser.call('POST', '/team', { name: 'Lia Reis', email: 'lia@equipe.example', role: 'read' }),
      );
      assert.equal(link.mailedTo, 'lia@equipe.example');
      const invitation = await mailTo('lia@equipe.example', /Convite para o painel de Doces da Ana/);
      assert.ok(invitation.text.includes(link.url));
      const token = link.url.split('#')[1];
      const password = 'capivara lilás 17';
      okJson(await browserOf(service).call('POST', '/invitation/join', { token, password }));
      const lia = browserOf(service);
      okJson(await lia.logIn({ login: 'lia@equipe.example', password }));
      const change = { current: password, password: 'tamanduá bandeira 18' };
      okJson(await lia.call('POST', '/security/password', change));
      await mailTo('lia@equipe.example', /Sua senha foi trocada/);
      okJson(await browser.call('POST', '/session/step-up', { password: SELLER.password }));
      okJson(await browser.call('POST', `/team/${member.id}/link`));
      await mailTo('lia@equipe.example', /Crie uma nova senha/);
      const operator = browserOf(service);
      okJson(await operator.logIn(OPERATOR));
      okJson(await operator.call('POST', '/persons/1/link'));
      const own = await mailTo(SHOP, /Crie uma nova senha/);
      assert.match(own.text, /https:\/\/pagar\.example\/senha\//);
      for (const { text } of smtp.received)
        assert.ok(!service.log.some((line) => line.includes(text.slice(0, 80))));
    });

    test('sends a link for a forgotten password to whoever has the login, and tells nobody who that is', async () => {
      const admin = await seller(SETTINGS);
      // Far from the links of other tests, of which one is sent in ten minutes.
      service.clock.advance(25 * HOUR_MS);
      const forget = (login: string) => browserOf(service).call('POST', '/forgotten-password', { login });
      assert.equal(okJson<{ mails: boolean }>(await browserOf(service).call('GET', '/entry')).mails, true);
      const unknown = await forget('ninguem@lugar.example');
      const known = await forget('111.444.777-35');
      assert.deepEqual([unknown.status, unknown.text], [known.status, known.text]);
      const { text } = await mailTo(SHOP, /Crie uma nova senha/);
      const token = /senha\/(\S+)/.exec(text)?.[1] ?? '';
      assert.equal((await service.send({ path: `/senha/${token}` })).status, 200);
      // Asked again at once: the link that is on its way stays good.
      assert.equal((await forget('11144477735')).status, 200);
      const invited = { name: 'Bia Dias', email: 'bia@equipe.example', role: 'read' };
      okJson(await admin.logIn());
      okJson(await admin.call('POST', '/team', invited));
      assert.equal((await forget('bia@equipe.example')).status, 200, 'who has no password yet gets no link');
      await mailTo('bia@equipe.example', /Convite/);
      service.clock.advance(NEXT_RUN_MS);
      const links = smtp.received.slice(before).filter(({ subject }) => /Crie uma nova senha/.test(subject));
      assert.equal(links.length, 1);
      assert.equal((await service.send({ path: `/senha/${token}` })).status, 200);
      const tries = await Promise.all(Array.from({ length: 12 }, () => forget('ninguem@lugar.example')));
      assert.ok(tries.some(({ status }) => status === 429));
    });

    test('sends its accountant the sales of a month on the first of the next one, as a workbook', async () => {
      const browser = await seller([]);
      const id = await soldIn(service, 6, {
        top: { referenceId: '0012', customer: { name: 'Maria da Silva' } },
      });
      const soldAt = okJson<{ createdAt: string }>(await browser.call('GET', `/sales/${id}`)).createdAt;
      const month = localTime('America/Sao_Paulo').day(Date.parse(soldAt)).slice(0, 7);
      assertRefused(
        await browser.call('PATCH', '/settings/mails', { mails: [], accountantEmail: 'não é' }),
        400,
        'email_invalid',
        'accountantEmail',
      );
      const accountantEmail = 'contas@contador.example';
      okJson(await browser.call('PATCH', '/settings/mails', { mails: [], accountantEmail }));
      const told = await until('the mail of the month', () => {
        service.clock.advance(6 * HOUR_MS);
        return smtp.received.slice(before).find(({ to }) => to.includes(accountantEmail));
      });
      assert.match(told.subject, /^\[Teste\] Vendas de \p{L}+ de 20\d\d: Doces da Ana$/u);
      assert.match(told.header('Reply-To'), /loja@exemplo\.com\.br/);
      assert.match(told.text, /Capturado menos estornos: R\$/);
      assert.ok(told.text.includes(`/painel/vendas?from=${month}-01&to=${month}-`));
      assert.equal(told.attachment?.name, `vendas-doces-da-ana-${month}.xlsx`);
      const [titles = [], ...rows] = cellsOfWorkbook(told.attachment.content);
      const row = rows.find((cells) => cells.some(({ value }) => value === id));
      const order = titles.findIndex(({ value }) => value === 'Pedido');
      assert.deepEqual(row?.[order], { type: 'text', value: '0012', format: '@' });
      assert.ok(!JSON.stringify(rows).includes('Maria'), 'not who bought');
    });

    test('keeps no link in clear, and leaves a mail alone that its server refuses for good', async () => {
      const browser = await seller(SETTINGS);
      smtp.answerRecipients('550 no such user');
      const { link } = okJson<{ link: { url: string } }>(
        await browser.call('POST', '/team', { name: 'Rui Dias', email: 'rui@equipe.example', role: 'read' }),
      );
      const rowsOf = async () => {
        const rows = await service
          .rooms()
          .database.read<{ mails: { facts: string; state: string; last_error: string | null } }>()
          .selectFrom('mails')
          .selectAll()
          .execute();
        return rows as readonly { facts: string; state: string; last_error: string | null }[];
      };
      const token = link.url.split('#')[1] ?? '';
      assert.ok(!JSON.stringify(await rowsOf()).includes(token));
      const refused = await until('the mail is given up', async () => {
        service.clock.advance(NEXT_RUN_MS);
        return (await rowsOf()).find(({ state }) => state === 'failed');
      });
      assert.match(String(refused.last_error), /550 no such user/);
      assert.equal(refused.facts, '{}');
      smtp.answerRecipients(undefined);
    });
  },
);

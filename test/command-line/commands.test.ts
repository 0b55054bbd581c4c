import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { runGuiche } from '../support/command-line.ts';
import { type DatabasePlace, SQLITE_BY_DAY } from '../support/databases.ts';
import { CARD } from '../support/gateway-client.ts';
import { type Client, createClient } from '../support/http-client.ts';
import { saleCall, sellThrough } from '../support/sale-calls.ts';
import { type Finished, killStarted, type ServiceProcess, startService } from '../support/service-process.ts';
import { newStartedPlace } from '../support/started-place.ts';
import { until } from '../support/waiting.ts';

type Fields = Record<string, unknown>;

const DOCUMENT = '11.222.333/0001-81';
const LOST_CARD = { ...CARD, number: '4000000000096042' };
const SECRET = 'um-segredo-do-adquirente';

for (const engine of SQLITE_BY_DAY) {
  describe(`beside the running service, on ${engine}`, () => {
    let place: DatabasePlace;
    let service: ServiceProcess;
    let client: Client;
    let person: string;

    before(async () => {
      place = await newStartedPlace(engine);
      service = await startService(place, { GUICHE_SIM_TIME_SCALE: '1000' });
      client = createClient(service.address);
      const added = await json(
        'person add --document',
        DOCUMENT,
        '--name',
        'Padaria São João',
        '--role',
        'seller',
      );
      person = String(added.id);
    });
    after(async () => {
      killStarted();
      client?.close();
      await service?.finished;
      await place?.remove();
    });

    const guiche = (words: string, ...more: string[]): Promise<Finished> =>
      runGuiche(place, [...words.split(' '), ...more]);
    const said = async (words: string, ...more: string[]): Promise<string> => {
      const { code, out, error } = await guiche(words, ...more);
      assert.deepEqual([code, error], [0, '']);
      assert.match(out, /\S\n$/);
      return out;
    };
    const json = async (words: string, ...more: string[]): Promise<Fields> =>
      JSON.parse(await said(words, ...more, '--json'));
    const refused = async (words: string, ...more: string[]): Promise<string> => {
      const { code, out, error } = await guiche(words, ...more);
      assert.deepEqual([code, out], [1, '']);
      assert.match(error, /^[^\n]+\n$/);
      return error;
    };

    test('an account at the simulator answers a check, one that is not there does not', async () => {
      await said('acquirer add --provider GETNET --person', person);
      const { ok, findings } = await json('acquirer check --provider getnet --person', person);
      assert.equal(ok, true);
      assert.deepEqual(
        (findings as Fields[]).map(({ title, state }) => [title, state]),
        [
          ['Conta', 'good'],
          ['Cartão sem valor', 'good'],
        ],
      );
      assert.match(
        await said('acquirer check --provider GETNET --person', person),
        /^ok +Conta: A adquirente resp/,
      );
      assert.match(await refused('acquirer check --provider STONE --person', person), /conta/);
      const typed = await guiche('acquirer check --provider GETNET --card 4111111111111111 --person', person);
      assert.equal(typed.code, 2);
      assert.ok(!typed.error.includes('4111'));
      await said('acquirer remove --provider GETNET --person', person);
    });

    test('a person is added, listed, activated once, gets new links and is set', async () => {
      const listed = (await json('person list')).persons as readonly Fields[];
      const found = listed.find(({ id }) => String(id) === person);
      assert.ok(found);
      assert.deepEqual([found.name, found.role, found.status], ['Padaria São João', 'seller', 'waiting']);
      assert.match(await said('person list --status waiting'), /aguardando +.*Padaria São João/);

      const text = await said(`person activate ${person}`);
      const [first] = /http:\/\/localhost:\d+\/senha\/[\w-]{43}/.exec(text) ?? [];
      assert.ok(first, text);
      const { link, linkExpiresAt } = await json(`person link ${person}`);
      assert.match(String(link), /\/senha\/[\w-]{43}$/);
      assert.notEqual(link, first);
      assert.ok(Date.parse(String(linkExpiresAt)) > Date.now() + 71 * 3_600_000);

      assert.equal((await json(`person set ${person} --late-approval undo`)).lateApproval, 'undo');
      assert.match(await refused(`person activate ${person}`), /já está ativa/);
    });

    test('a credential is issued, shown once, used, listed without its secret and revoked', async () => {
      const text = await said(`credential issue --person ${person} --kind api`);
      const [, authenticationApi = ''] = /authenticationApi: (\S+)/.exec(text) ?? [];
      const [, authenticationKey = ''] = /authenticationKey: ([0-9A-F]{20})\n/.exec(text) ?? [];
      const pair = { authenticationApi, authenticationKey };
      assert.equal((await sellThrough(client, {}, pair)).status, 201, text);

      const issued = await json(`credential issue --person ${person} --kind postback --expires 2999-12-31`);
      assert.match(String(issued.secret), /^whsec_/);
      const list = await said(`credential list --person ${person}`);
      for (const secret of [authenticationKey, String(issued.secret)]) assert.ok(!list.includes(secret));
      assert.match(list, new RegExp(`api +em uso +${authenticationApi}`));

      assert.match(
        await said(`credential revoke --id ${issued.id}`),
        new RegExp(`Credencial ${issued.id} revogada`),
      );
      const { revoked } = await json(`credential revoke --person ${person} --kind api`);
      assert.equal((revoked as unknown[]).length, 1);
      // The first pair came with a secret that signs postbacks.
      assert.match(text, /segredo da assinatura: whsec_/);
      await json(`credential revoke --person ${person} --kind postback`);
      const { credentials } = await json(`credential list --person ${person}`);
      assert.deepEqual(
        new Set((credentials as readonly Fields[]).map(({ state }) => state)),
        new Set(['revoked']),
      );
      assert.match(
        await refused(`credential issue --person ${person} --kind api --expires 2001-01-01`),
        /futuro/,
      );
    });

    test('an acquirer account is added, used, listed without its settings and removed', async () => {
      const { name, secret } = await json(`credential issue --person ${person} --kind api`);
      const pair = { authenticationApi: String(name), authenticationKey: String(secret) };
      const added = await json(
        `acquirer add --person ${person} --provider stone --setting token=${SECRET} --default`,
      );
      assert.deepEqual(added, { personId: Number(person), provider: 'STONE', default: true });
      await until('the service sees the account', async () => {
        const { payment } = (await sellThrough(client, {}, pair)).json() as { payment: { card: Fields } };
        return payment.card.provider === 'STONE';
      });
      const list = await said(`acquirer list --person ${person}`);
      assert.match(list, /STONE +padrão/);
      assert.ok(!list.includes(SECRET));
      assert.match(
        await refused(`acquirer add --person ${person} --provider STONE`),
        /já tem uma conta STONE/,
      );
      const paused = await json(
        `acquirer pause --person ${person} --provider stone --until 2126-11-27T08:00 --reason manutenção`,
      );
      assert.deepEqual(paused, {
        personId: Number(person),
        provider: 'STONE',
        paused: true,
        until: '2126-11-27T11:00:00.000Z',
        reason: 'manutenção',
      });
      for (const wrong of ['amanhã', '2001-01-01T08:00']) {
        const { code, error } = await guiche(
          `acquirer pause --person ${person} --provider stone --until ${wrong}`,
        );
        assert.equal(code, 2);
        assert.match(error, /--until/);
      }
      assert.match(await refused(`acquirer pause --person ${person} --provider GETNET`), /conta/);
      assert.match(await said(`acquirer resume --person ${person} --provider stone`), /volta a receber/);
      assert.match(await said(`acquirer resume --person ${person} --provider stone`), /não estava pausada/);
      assert.match(await said(`acquirer remove --person ${person} --provider STONE`), /STONE .*retirada/);
      assert.deepEqual(await json(`acquirer list --person ${person}`), { accounts: [] });
    });

    test('a Pix is shown as the service answers it', async () => {
      const call = saleCall({ amount: '1003', payment: { pix: {} } });
      const { payment, transactionId } = (await client.send(call)).json() as Fields & {
        payment: { pix: Fields };
      };
      const shown = (await json(`transaction show ${transactionId}`)) as Fields & {
        payment: { pix: Fields };
      };
      const { url: _, ...pix } = payment.pix;
      const { url, ...shownPix } = shown.payment.pix;
      assert.deepEqual(shownPix, pix);
      assert.match(String(url), /\/v1\/url-payment\/[\w-]{43}$/);
      assert.match(await said('transaction list --status 1'), new RegExp(transactionId as string));
    });

    test('a transaction is shown with its attempts and its history; one in doubt shows what is being done', async () => {
      const sold = (await sellThrough(client, { referenceId: 'pedido-7' })).json() as Fields;
      const lost = (await sellThrough(client, { cardInfo: LOST_CARD })).json() as Fields;
      assert.deepEqual([sold.status, lost.status], [6, 10]);

      const text = await said(`transaction show ${sold.transactionId}`);
      assert.match(text, /6 CONFIRMADA +REDE +pedido-7/);
      const listed = async (filter: string) =>
        (await json(`transaction list ${filter}`)).transactions as readonly Fields[];
      const day = new Date().getFullYear();
      for (const filter of [
        '--search pedido-7',
        '--search pedido-7 --status 6 --amount 10,00',
        `--search pedido-7 --from ${day - 1}-01-01 --to ${day + 1}-12-31`,
      ]) {
        const [only, ...others] = await listed(filter);
        assert.deepEqual([only?.transactionId, others.length], [sold.transactionId, 0], filter);
      }
      for (const filter of [
        '--status 7',
        '--amount 10,01',
        '--search pedido-8',
        `--before ${sold.transactionId}`,
      ]) {
        const found = await listed(`${filter} --person 1`);
        assert.ok(!found.some(({ transactionId }) => transactionId === sold.transactionId), filter);
      }
      assert.match(text, /TENTATIVA/);
      const { attempts, movements, cases, events, personId, statusName, ...record } = await json(
        `transaction show ${String(sold.transactionId).toUpperCase()}`,
      );
      assert.deepEqual([personId, statusName], [1, 'CONFIRMADA']);
      assert.equal((attempts as unknown[]).length, 1);
      assert.deepEqual([movements, cases], [[], []]);
      assert.deepEqual(
        (events as Fields[]).map(({ kind }) => kind),
        ['sent', 'answered'],
      );
      assert.deepEqual(record, sold);

      const doubtful = await said(`transaction show ${lost.transactionId}`);
      // Recovery may have found it out before the command was started.
      assert.match(doubtful, /respondida +loja +.*status=10/);
      assert.match(doubtful, /em resolução|resolvida +recuperação/);
      assert.match(await said('transaction list --needs-attention'), /Nenhuma transação/);
      assert.match(await refused(`transaction retry ${sold.transactionId}`), /Nada está em aberto/);
      assert.match(await refused(`transaction settle ${sold.transactionId} --status 9 --reason x`), /aberto/);
      assert.match(await refused('transaction show nenhuma'), /Transação não encontrada/);
    });

    test('and the service noticed nothing but its sales', () => {
      assert.doesNotMatch(service.log(), /"level":"(?:warn|error|fatal)"/);
    });
  });
}

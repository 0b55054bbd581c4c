import assert from 'node:assert/strict';
import { test } from 'node:test';
import { totpCode } from '../../../test/support/totp-code.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import { Secret } from '../../platform/secret.ts';
import { ADD, openTestLine } from '../test-line.ts';

test('a person is added, activated and given a new link from the command line', async (context) => {
  const { run, json } = await openTestLine(context);
  const added = await run(ADD);
  assert.deepEqual(added, {
    code: 0,
    out: 'Pessoa 1 cadastrada; aguarda ativação: guiche person activate 1\n',
    error: '',
  });
  const activated = await run(['person', 'activate', '1']);
  assert.match(activated.out, /^Pessoa 1 ativa\.\nLink .*:\nhttps:\/\/loja\.example\/senha\/[\w-]{43}\n$/);
  const linked = await json(['person', 'link', '1']);
  assert.equal(linked.status, 'active');
  assert.match(linked.link, /^https:\/\/loja\.example\/senha\/[\w-]{43}$/);
  assert.match(linked.linkExpiresAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
});

test('persons are listed for people and for programs', async (context) => {
  const { run, json } = await openTestLine(context);
  assert.equal((await run(['person', 'list'])).out, 'Nenhuma pessoa.\n');
  await run(ADD);
  await run([...ADD.slice(0, 3), '12.ABC.345/01DE-35', '--name', 'Sistema', '--role', 'integrator']);
  await run(['person', 'activate', '2']);
  await run(['person', 'set', '2', '--late-approval', 'undo']);
  assert.equal(
    (await run(['person', 'list'])).out,
    [
      'ID  Papel       Situação    Documento       Aprovação tardia  Nome',
      '1   seller      aguardando  11144477735     accept            Padaria',
      '2   integrator  ativa       12ABC34501DE35  undo              Sistema',
      '',
    ].join('\n'),
  );
  const { persons, nextAfterId } = await json(['person', 'list', '--status', 'waiting']);
  assert.equal(nextAfterId, null);
  assert.equal(persons.length, 1);
  assert.deepEqual(
    { ...persons[0], createdAt: '' },
    {
      id: 1,
      role: 'seller',
      status: 'waiting',
      document: '11144477735',
      legalPerson: false,
      name: 'Padaria',
      tradeName: null,
      email: null,
      phone1: null,
      phone2: null,
      address: null,
      photoId: null,
      keyless: false,
      createdBy: null,
      lateApproval: 'accept',
      postbackDelaySeconds: 3,
      retryGuard: 'warn',
      failover: 'on',
      createdAt: '',
      activatedAt: null,
      network: null,
    },
  );
  const after = await json(['person', 'list', '--after', '1']);
  assert.deepEqual(
    after.persons.map((person: { id: number }) => person.id),
    [2],
  );
});

test('a person is set, one thing or several at a time', async (context) => {
  const { run, json } = await openTestLine(context);
  await run(ADD);
  assert.deepEqual(await json(['person', 'set', '1', '--postback-delay', '0']), {
    id: 1,
    lateApproval: 'accept',
    postbackDelaySeconds: 0,
    retryGuard: 'warn',
    failover: 'on',
  });
  assert.deepEqual(await json(['person', 'set', '1', '--late-approval', 'undo']), {
    id: 1,
    lateApproval: 'undo',
    postbackDelaySeconds: 0,
    retryGuard: 'warn',
    failover: 'on',
  });
  const { out } = await run(['person', 'set', '1', '--late-approval', 'accept', '--postback-delay', '60']);
  assert.equal(
    out,
    'Pessoa 1: aprovação tardia accept; o primeiro aviso de uma venda espera 60 s; tentativa acima do limite da bandeira warn; segunda adquirente on.\n',
  );
  assert.equal((await json(['person', 'set', '1', '--retry-guard', 'block'])).retryGuard, 'block');
  assert.notEqual((await run(['person', 'set', '1', '--retry-guard', 'never'])).code, 0);
  assert.equal((await json(['person', 'set', '1', '--failover', 'off'])).failover, 'off');
  assert.equal((await json(['person', 'set', '1', '--failover', 'on'])).failover, 'on');
  assert.notEqual((await run(['person', 'set', '1', '--failover', 'later'])).code, 0);
  for (const delay of ['61', '-1', '1.5', '', 'x', '1000000']) {
    const { code, error } = await run(['person', 'set', '1', `--postback-delay=${delay}`]);
    assert.notEqual(code, 0, delay);
    assert.match(error, /de 0 a 60|postback-delay/);
  }
  assert.equal((await run(['person', 'set', '1'])).code, 2);
  assert.equal(
    (await run(['person', 'set', '9', '--postback-delay', '1'])).error,
    'Pessoa não encontrada.\n',
  );
  const { persons } = await json(['person', 'list']);
  assert.equal(persons[0].postbackDelaySeconds, 60);
});

test('a login is unblocked for a person that exists', async (context) => {
  const { run, json } = await openTestLine(context);
  await run(ADD);
  assert.deepEqual(await json(['person', 'unlock', '1']), { id: 1 });
  assert.equal((await run(['person', 'unlock', '1'])).out, 'Pessoa 1: acesso desbloqueado.\n');
  assert.deepEqual(await run(['person', 'unlock', '9']), {
    code: 1,
    out: '',
    error: 'Pessoa não encontrada.\n',
  });
});

test('a person that waits is refused, an active one is not', async (context) => {
  const { run, json, withAccounts } = await openTestLine(context);
  await run(ADD);
  assert.equal((await run(['person', 'refuse', '1'])).out, 'Pessoa 1: cadastro recusado e apagado.\n');
  assert.deepEqual((await json(['person', 'list'])).persons, []);
  await run(ADD);
  await run(['person', 'activate', '2']);
  assert.deepEqual(await run(['person', 'refuse', '2']), {
    code: 1,
    out: '',
    error: 'A pessoa já está ativa.\n',
  });
  assert.equal((await withAccounts((accounts) => accounts.findPerson(2)))?.status, 'active');
});

test('the registrations without a key of one network are found and removed, or all of them', async (context) => {
  const { run, json, withAccounts } = await openTestLine(context);
  await withAccounts(async (accounts) => {
    const person = { document: '11144477735', name: 'Loja' };
    for (const address of ['203.0.113.1', '203.0.113.2', '198.51.100.7', '2001:db8:7:1::9']) {
      await accounts.registerPerson({ person, address });
    }
  });
  await run(ADD);
  const { networks } = await json(['person', 'networks']);
  assert.deepEqual(
    networks.map(({ network, waiting }: { network: string; waiting: number }) => [network, waiting]),
    [
      ['203.0.113.0/24', 2],
      ['198.51.100.0/24', 1],
      ['2001:db8:7::/48', 1],
    ],
  );
  const list = (await run(['person', 'list', '--status', 'waiting'])).out;
  assert.match(list, /Sem chave, de/);
  assert.match(list, /203\.0\.113\.2/);

  assert.equal((await run(['person', 'remove'])).code, 2);
  assert.equal((await run(['person', 'remove', '--waiting', '--network', 'loja'])).code, 2);
  const removed = await json(['person', 'remove', '--waiting', '--network', '203.0.113.77']);
  assert.deepEqual(removed, { removed: 2 });
  assert.equal((await json(['person', 'remove', '--waiting', '--before', '2020-01-01'])).removed, 0);
  assert.equal((await run(['person', 'remove', '--waiting'])).out, 'Cadastros apagados: 2.\n');
  const { persons } = await json(['person', 'list']);
  assert.deepEqual(
    persons.map(({ id }: { id: number }) => id),
    [5],
  );
  assert.equal((await run(['person', 'networks'])).out, 'Nenhum cadastro.\n');
});

test('a person is shown, and edited without touching what was not given', async (context) => {
  const { run, json } = await openTestLine(context);
  await run(ADD);
  const address = ['--street', 'Rua A', '--number', '10', '--city', 'Recife', '--state', 'PE'];
  await json(['person', 'edit', '1', '--trade-name', 'Pão Quente', '--email', 'a@loja.example', ...address]);
  const edited = await json([
    'person',
    'edit',
    '1',
    '--number',
    '12',
    '--clear',
    'email',
    '--phone',
    '81999990000',
  ]);
  assert.deepEqual(
    [edited.name, edited.tradeName, edited.email, edited.phone1, edited.address],
    [
      'Padaria',
      'Pão Quente',
      null,
      '81999990000',
      { street: 'Rua A', number: '12', city: 'Recife', state: 'PE' },
    ],
  );
  await run(['person', 'activate', '1']);
  await run(['credential', 'issue', '--person', '1', '--kind', 'api']);
  const shown = await json(['person', 'show', '1']);
  assert.deepEqual([shown.id, shown.keysInUse.length, shown.loginHeldUntil], [1, 2, null]);
  assert.equal(shown.secondFactor, false);
  assert.ok(!JSON.stringify(shown.keysInUse).includes('secret'));
  const { out } = await run(['person', 'show', '1']);
  assert.match(out, /^Pessoa +1, seller, ativa\nDocumento +111\.444\.777-35\nNome +Padaria\n/);
  assert.match(out, /^Endereço +Rua A, 12, Recife, PE$/m);
  assert.match(out, /^Segundo fator +desativado$/m);
  assert.match(out, /^Ativada +\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/m);
  assert.doesNotMatch(out, /E-mail/);
});

test('an edit that says nothing, clears what it sets, or is of nobody is refused', async (context) => {
  const { run } = await openTestLine(context);
  await run(ADD);
  assert.match((await run(['person', 'edit', '1'])).error, /^Diga o que mudar/);
  assert.match((await run(['person', 'edit', '1', '--clear', 'name'])).error, /^--clear deve ser/);
  const both = await run(['person', 'edit', '1', '--email', 'x@y.example', '--clear', 'email']);
  assert.match(both.error, /não se juntam/);
  assert.equal((await run(['person', 'edit', '9', '--name', 'X'])).code, 1);
  for (const [option, words] of [
    ['--email', /e-mail válido/],
    ['--phone', /telefone com DDD/],
    ['--phone2', /telefone com DDD/],
  ] as const) {
    const nonsense = await run(['person', 'edit', '1', option, 'isto não é']);
    assert.deepEqual([nonsense.code, nonsense.out], [1, '']);
    assert.match(nonsense.error, words);
  }
  assert.equal((await run(['person', 'show', '9'])).code, 1);
  assert.equal((await run(['person', 'edit', '1', '--document', '123'])).code, 1);
});

test('a lost second factor is removed, once', async (context) => {
  const { run, json, withAccounts } = await openTestLine(context);
  await run(ADD);
  const { link } = await json(['person', 'activate', '1']);
  const reset = (...more: string[]) => run(['person', 'reset-second-factor', '1', ...more]);
  const without = await reset();
  assert.deepEqual([without.code, without.out], [1, '']);
  assert.match(without.error, /segundo fator não está/);
  await withAccounts((accounts) => switchOn(accounts, new URL(link).pathname.split('/').at(-1) ?? ''));
  assert.equal((await json(['person', 'show', '1'])).secondFactor, true);
  assert.deepEqual(JSON.parse((await reset('--json')).out), { id: 1, secondFactor: false });
  assert.equal((await json(['person', 'show', '1'])).secondFactor, false);
  assert.equal((await run(['person', 'reset-second-factor', '9'])).code, 1);
  const { entries } = await json(['audit', 'list', '--person', '1']);
  const results = entries
    .filter(({ operation }: { operation: string }) => operation === 'person reset-second-factor')
    .map(({ result, origin }: { result: string; origin: string }) => `${origin} ${result}`);
  assert.deepEqual(results, ['command ok', 'command second_factor_off']);
  const help = await run(['person', 'reset-second-factor', '--help']);
  assert.match(help.out, /Confira antes que é mesmo quem diz ser/);
});

/** Sets the password by a link, logs in to the panel and switches the app on. */
async function switchOn(accounts: Accounts, token: string): Promise<void> {
  const password = new Secret('cavalo & bateria = grãos');
  await accounts.setPassword({ token: new Secret(token), password });
  const entered = await accounts.panel.enter({
    ...{ login: '11144477735', password, address: '192.0.2.1', agent: 'a browser', replaces: undefined },
  });
  assert.ok(entered.kind === 'entered');
  const own = { userId: entered.user.id, token: entered.opened.token.reveal() };
  const { typed } = await accounts.panel.startSecondFactor(own, 'owner');
  await accounts.panel.finishSecondFactor({ ...own, code: totpCode(typed.reveal(), Date.now()) });
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADD, openTestLine } from './test-line.ts';

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
      createdAt: '',
      activatedAt: null,
    },
  );
  const after = await json(['person', 'list', '--after', '1']);
  assert.deepEqual(
    after.persons.map((person: { id: number }) => person.id),
    [2],
  );
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

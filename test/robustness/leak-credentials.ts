import { saleCall } from '../support/sale-calls.ts';
import { saleOf } from '../support/sales.ts';
import type { Suite } from './traces.ts';

/** A merchant created by the command line: its keys, its acquirer's secrets, a sale with them, and all lists. */
export async function credentials({ card, word, send, traces, run }: Suite): Promise<void> {
  const { id } = await run([
    'person',
    'add',
    '--document',
    '11222333000181',
    '--name',
    'Loja',
    '--role',
    'seller',
  ]);
  const person = String(id);
  const { link } = await run(['person', 'activate', person], 'secret output');
  traces.secrets.set('token of the one-time link', tokenOf(link));
  await send({ path: `/senha/${tokenOf(link)}` });
  const issued = new Map<string, { name: string; secret: string }>();
  for (const kind of ['api', 'checkout', 'integration', 'postback']) {
    const credential = await run(
      ['credential', 'issue', '--person', person, '--kind', kind],
      'secret output',
    );
    traces.secrets.set(`${kind} key`, String(credential.secret));
    issued.set(kind, credential as { name: string; secret: string });
  }
  await send({ path: `/Terminal/GetByPessoaId?key=${issued.get('integration')?.secret}` });

  // A port without a listener: the connector cannot send the sale.
  const settings = [
    '--setting',
    'pv=12345678',
    '--setting',
    `key=${word('acquirer key')}`,
    '--setting',
    'api=http://127.0.0.1:1/v2',
    '--setting',
    'token=http://127.0.0.1:1/oauth2/token',
  ];
  await run(['acquirer', 'add', '--person', person, '--provider', 'REDE', ...settings, '--default']);
  const { name = '', secret = '' } = issued.get('api') ?? {};
  const pair = { authenticationApi: name, authenticationKey: secret };
  const sold = await send(saleCall(saleOf({ cardInfo: card('a sale with an issued key') }), pair));
  await run(['transaction', 'show', (sold.json() as { transactionId: string }).transactionId]);
  for (const listing of [
    'person list',
    'transaction list',
    'postback list',
    'acquirer list',
    `credential list --person ${person}`,
  ]) {
    await run(listing.split(' '));
  }
  for (const kind of ['postback', 'integration']) {
    await run(['credential', 'revoke', '--person', person, '--kind', kind]);
  }
}

/** A password set by the one-time link, logins with it and with wrong ones. */
export async function passwords({ word, send, client, traces, run }: Suite): Promise<void> {
  const document = '12345678909';
  const { id } = await run([
    'person',
    'add',
    '--document',
    document,
    '--name',
    'Ana',
    '--role',
    'integrator',
  ]);
  const { link } = await run(['person', 'activate', String(id)], 'secret output');
  const token = tokenOf(link);
  traces.secrets.set('token of a used link', token);
  const password = word('password');
  const setPassword = (senha: string, repetida: string) =>
    send({
      method: 'POST',
      path: `/senha/${token}`,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ senha, repetida }).toString(),
    });
  await setPassword(word('password typed once'), word('password typed otherwise'));
  const done = await setPassword(password, password);
  if (done.status !== 200) throw new Error(`the password was not set: ${done.status} ${done.text}`);
  await setPassword(password, password);

  const logIn = (senha: string) => ({
    method: 'POST',
    path: '/Login/Login/',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ cpfCnpj: document, senha }),
  });
  await send(logIn(word('wrong password')));
  // Not kept: this answer is meant to contain the key.
  const { pessoa } = (await client.send(logIn(password))).json() as { pessoa: { key: string } };
  traces.secrets.set('login key', pessoa.key);
  await send({ path: `/Produto/GetByPessoaId?key=${pessoa.key}` });
  await send({ path: `/Produto/GetByPessoaId?key=${pessoa.key}&pessoaId=1` });
}

function tokenOf(link: unknown): string {
  return String(link).split('/').at(-1) ?? '';
}

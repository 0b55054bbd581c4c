import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { SQLITE_BY_DAY } from '../../../test/support/databases.ts';
import { MAX_PHOTOS_PER_PERSON } from '../photos/photo.ts';
import { picture } from '../photos/test-images.ts';
import type { TestAnswer } from '../test-answer.ts';
import { type OperationsRoom, openOperationsRoom } from '../test-room.ts';

const PATH = '/Pessoa/Insert';
const SHOP = { NomeRazaoSocial: 'Padaria do João', CpfCnpj: '111.444.777-35' };
const FULL = {
  Id: '0',
  PessoaJuridica: 'false',
  ...SHOP,
  SobrenomeNomeFantasia: 'Pão Quente',
  Email: 'joao@padaria.example',
  Telefone1: '11 4000-0000',
  Telefone2: 1140000001,
  Endereco: {
    TipoLogradouro: 'Rua',
    Logradouro: 'das Flores',
    Numero: 100,
    Complemento: 'loja 2',
    Cep: '01001-000',
    Bairro: 'Centro',
    Cidade: 'São Paulo',
    Uf: 'SP',
  },
};
const photo = (await picture('png', { width: 300, height: 200 })).toString('base64');

/** An answer without the registration code. */
function withoutCode({ pessoa: { codigoCadastro, ...pessoa } }: TestAnswer['body']) {
  assert.match(codigoCadastro, /^[0-9a-f]{40}$/);
  return { pessoa };
}

/** The person's photo as a login shows it. */
async function photoOf({ accounts, photos }: OperationsRoom, id: number): Promise<string | undefined> {
  const photoId = (await accounts.findPerson(id))?.photoId;
  return photoId && photos.url(photoId);
}

for (const engine of SQLITE_BY_DAY) {
  test(`a person is created in the status waiting, from a wrapped or flat body, with every field of the record (${engine})`, async (context) => {
    const room = await openOperationsRoom(context, engine);
    const record = {
      pessoaJuridica: false,
      nomeRazaoSocial: 'Padaria do João',
      sobrenomeNomeFantasia: 'Pão Quente',
      cpfCnpj: '11144477735',
      cpfCnpjFormat: '111.444.777-35',
      email: 'joao@padaria.example',
      telefone1: '11 4000-0000',
      telefone2: '1140000001',
      endereco: {
        tipoLogradouro: 'Rua',
        logradouro: 'das Flores',
        numero: '100',
        complemento: 'loja 2',
        cep: '01001-000',
        bairro: 'Centro',
        cidade: 'São Paulo',
        uf: 'SP',
      },
      pessoaStatus: { id: 1, nome: null },
    };
    const wrapped = await room.call(PATH, undefined, { pessoa: FULL });
    assert.equal(wrapped.status, 200);
    assert.deepEqual(withoutCode(wrapped.body), { pessoa: { id: 1, ...record } });
    const flat = await room.call('/webapi//pessoa/INSERT/', undefined, FULL);
    assert.deepEqual(withoutCode(flat.body), { pessoa: { id: 2, ...record } });
    assert.deepEqual((await room.accounts.findPerson(1))?.address, {
      streetType: 'Rua',
      street: 'das Flores',
      number: '100',
      complement: 'loja 2',
      postalCode: '01001-000',
      district: 'Centro',
      city: 'São Paulo',
      state: 'SP',
    });

    const bare = await room.call(PATH, undefined, SHOP);
    assert.deepEqual(withoutCode(bare.body).pessoa, {
      ...record,
      id: 3,
      sobrenomeNomeFantasia: null,
      email: null,
      telefone1: null,
      telefone2: null,
      endereco: null,
    });
    const company = await room.call(PATH, undefined, { ...SHOP, CpfCnpj: '12abc34501de35' });
    assert.equal(company.body.pessoa.pessoaJuridica, true);
    assert.equal(company.body.pessoa.cpfCnpjFormat, '12.ABC.345/01DE-35');
  });

  test(`without a key little can be done for a person; an integrator may act for the persons it created (${engine})`, async (context) => {
    const room = await openOperationsRoom(context, engine);
    const integrator = await room.addPerson({ role: 'integrator' });
    const stranger = await room.addPerson({ role: 'integrator' });
    const { body } = await room.call(PATH, integrator.key, { pessoa: FULL });
    const { id } = body.pessoa;
    const created = await room.accounts.findPerson(id);
    assert.deepEqual([created?.createdBy, created?.keyless, created?.role], [integrator.id, false, 'seller']);
    const waiting = await room.call(`/Produto/GetByPessoaId?pessoaId=${id}`, integrator.key);
    assert.deepEqual([waiting.status, waiting.body], [403, { message: 'Pessoa aguardando ativação.' }]);

    const edited = await room.call(PATH, integrator.key, { ...SHOP, Id: id, NomeRazaoSocial: 'Outro' });
    assert.equal(edited.body.pessoa.nomeRazaoSocial, 'Outro');
    assert.equal(edited.body.pessoa.email, FULL.Email);
    const foreign = await room.call(PATH, stranger.key, { ...SHOP, Id: id });
    assert.equal(foreign.status, 403);
    assert.equal(foreign.body.message, 'Acesso não autorizado [Pessoa não pertence à chave].');

    await room.accounts.activatePerson(id);
    const products = await room.call(`/Produto/GetByPessoaId?pessoaId=${id}`, integrator.key);
    assert.equal(products.body.produtos.length, 1);
    const active = await room.call(PATH, integrator.key, { ...SHOP, Id: id });
    assert.deepEqual(active.body.pessoa.pessoaStatus, { id: 2, nome: 'Vendedor' });
    const keyless = await room.call(PATH, undefined, { ...FULL, Id: id });
    assert.deepEqual(
      [keyless.status, keyless.body.message],
      [401, 'Acesso não autorizado [Token não encontrado].'],
    );
    const document = await room.call(PATH, integrator.key, { ...FULL, Id: id, CpfCnpj: '52998224725' });
    assert.equal(document.status, 403);
  });

  test(`a photo is stored, served once the person is active, and replaced (${engine})`, async (context) => {
    const room = await openOperationsRoom(context, engine);
    const sent = { pessoa: { ...FULL, Foto: `data:image/png;base64,${photo}` } };
    assert.equal((await room.call(PATH, undefined, sent)).status, 200);
    const url = await photoOf(room, 1);
    assert.ok(url);
    assert.equal((await room.get(url)).status, 404);
    await room.accounts.activatePerson(1);
    assert.equal((await room.get(url)).status, 200);

    const { secret } = await room.accounts.issueCredential({ personId: 1, kind: 'integration' });
    const key = secret.reveal();
    await room.call(PATH, key, { ...SHOP, Id: 1, Foto: 'https://loja.example/foto.jpg' });
    assert.equal(await photoOf(room, 1), url);
    await room.call(PATH, key, { ...SHOP, Id: 1, Foto: photo });
    const newUrl = (await photoOf(room, 1)) ?? '';
    assert.notEqual(newUrl, url);
    assert.equal((await room.get(newUrl)).status, 200);
    assert.equal((await room.get(url)).status, 404);
  });
}

test('a missing or wrong field is named, and nothing is written', async (context) => {
  const room = await openOperationsRoom(context, 'sqlite', { checkDocuments: true });
  const cases: readonly (readonly [object, string])[] = [
    [{ CpfCnpj: SHOP.CpfCnpj }, 'Parâmetro [nomeRazaoSocial] não pode ser nulo.'],
    [{ ...SHOP, NomeRazaoSocial: '  ' }, 'Parâmetro [nomeRazaoSocial] não pode ser nulo.'],
    [{ pessoa: { NomeRazaoSocial: 'x' } }, 'Parâmetro [cpfCnpj] não pode ser nulo.'],
    [{ ...SHOP, CpfCnpj: '11144477736' }, 'O campo cpfCnpj deve ser um CPF ou CNPJ válido.'],
    [{ ...SHOP, CpfCnpj: '123' }, 'O campo cpfCnpj deve ser um CPF ou CNPJ válido.'],
    [{ ...SHOP, Email: 'x'.repeat(256) }, 'O campo email deve ser um texto de no máximo 255 caracteres.'],
    [{ ...SHOP, PessoaJuridica: 'talvez' }, 'O campo pessoaJuridica deve ser true ou false.'],
    [{ ...SHOP, Endereco: 'rua' }, 'O campo endereco deve ser um objeto.'],
    [{ ...SHOP, Endereco: { Uf: {} } }, 'O campo endereco.uf deve ser um texto de no máximo 255 caracteres.'],
  ];
  for (const [body, message] of cases) {
    const answer = await room.call(PATH, undefined, body);
    assert.deepEqual([answer.status, answer.body], [400, { message }]);
  }
  for (const separator of ['\n', '\u2028', '\u2029', '\u202e', '\u2066', '\u200f']) {
    const answer = await room.call(PATH, undefined, { ...SHOP, NomeRazaoSocial: `duas${separator}linhas` });
    assert.equal(answer.status, 400);
    assert.match(
      answer.body.message,
      /nomeRazaoSocial .*, sem quebras de linha nem caracteres de controle\.$/,
    );
  }
  for (const body of [{ ...SHOP, Id: 'abc' }, [], 7]) {
    assert.equal((await room.call(PATH, undefined, body)).status, 400, JSON.stringify(body));
  }
  for (const Id of ['-1', '9007199254740993']) {
    assert.equal((await room.call(PATH, undefined, { ...SHOP, Id })).status, 404, String(Id));
  }
  assert.equal((await room.call(PATH, undefined, { ...SHOP, Id: 99 })).status, 401);
  assert.equal((await room.accounts.listPersons()).persons.length, 0);
});

test("a seller's key may have ten waiting persons at most, and edit them", async (context) => {
  const room = await openOperationsRoom(context, 'sqlite', { mode: 'production' });
  const { key } = await room.addPerson();
  const ids: number[] = [];
  for (let call = 0; call < 10; call += 1) ids.push((await room.call(PATH, key, SHOP)).body.pessoa.id);
  assert.equal((await room.call(PATH, key, SHOP)).status, 429);
  const [Id] = ids;
  assert.equal((await room.call(PATH, key, { ...SHOP, Id, NomeRazaoSocial: 'Outra' })).status, 200);
  assert.equal((await room.call(PATH, undefined, { ...SHOP, Id })).status, 401);
  await room.accounts.activatePerson(Number(Id));
  assert.equal((await room.call(PATH, key, { ...SHOP, Id })).status, 403);
  assert.equal((await room.call(PATH, key, { ...SHOP, Id: 9_999 })).status, 404);
  assert.equal((await room.call(PATH, key, SHOP)).status, 200);
});

test('a photo of a new person counts against the quota of its creator', async (context) => {
  const room = await openOperationsRoom(context, 'sqlite');
  const { id, key } = await room.addPerson();
  await room.database.write(async (transaction) => {
    const usage = { person_id: id, photos: MAX_PHOTOS_PER_PERSON, bytes: 1 };
    await transaction.tables<{ photo_usage: object }>().insertInto('photo_usage').values(usage).execute();
  });
  assert.equal((await room.call(PATH, key, { ...SHOP, Foto: photo })).status, 409);
  assert.equal((await room.call(PATH, key, SHOP)).status, 200);
});

test('an unknown key is refused even where no key is required', async (context) => {
  const room = await openOperationsRoom(context, 'sqlite');
  assert.equal((await room.call(PATH, 'desconhecida', SHOP)).status, 401);
  assert.equal((await room.call(`${PATH}?key=`, undefined, SHOP)).status, 200);
});

test('a body without a key is limited to 1 MiB, announced or not; with a key there is room for 8 MiB in base64', async (context) => {
  const room = await openOperationsRoom(context, 'sqlite');
  const { id, key } = await room.addPerson();
  const document = (await room.accounts.findPerson(id))?.document;
  const body = (megabytes: number) =>
    JSON.stringify({ ...SHOP, CpfCnpj: document, Id: 0, Foto: 'x'.repeat(megabytes * 1024 * 1024) });
  const send = (text: string, ofKey?: string) => room.call(PATH, ofKey, text);
  const unannounced = await room.inject({
    method: 'POST',
    url: PATH,
    headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
    payload: Readable.from([Buffer.from(body(1))]),
  });
  assert.equal(unannounced.status, 413);
  assert.equal((await send(body(1))).status, 413);
  assert.equal((await send(body(11), key)).status, 200);
  assert.equal((await send(body(13), key)).status, 413);
  assert.equal((await send(body(2), 'desconhecida')).status, 401);
});

test('in production one address may register thirty persons a minute without a key', async (context) => {
  const room = await openOperationsRoom(context, 'sqlite', { mode: 'production' });
  const statuses: number[] = [];
  for (let call = 0; call < 31; call += 1) statuses.push((await room.call(PATH, undefined, SHOP)).status);
  assert.deepEqual(statuses, [...new Array(30).fill(200), 429]);
  const refused = await room.call(PATH, undefined, SHOP);
  assert.equal(refused.headers['retry-after'], '60');
  const seller = await room.addPerson();
  assert.equal((await room.call(PATH, seller.key, SHOP)).status, 429);
  const integrator = await room.addPerson({ role: 'integrator' });
  assert.equal((await room.call(PATH, integrator.key, SHOP)).status, 200);
  room.clock.advance(60_000);
  assert.equal((await room.call(PATH, undefined, SHOP)).status, 200);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  answered,
  assertMessage,
  DEMO_KEY,
  DEMO_OPERATOR,
  DEMO_SELLER,
  keyOf,
  objectIn,
  post,
} from '../../support/operations-client.ts';
import { onSqliteByDay } from '../../support/service.ts';

const PATH = '/Login/Login/';
const TIMESTAMP = /^\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}:\d{2}\.\d{4}$/;

onSqliteByDay('Login/Login', {}, (service) => {
  test('answers data, pessoa and operador, in that order, and that there are no apps', async () => {
    const answer = answered(await post(service, PATH, DEMO_SELLER));
    assert.deepEqual(Object.keys(answer), ['data', 'pessoa', 'operador', 'android', 'ios', 'app']);
    assert.match(String(answer.data), TIMESTAMP);
    assert.deepEqual([answer.operador, answer.android, answer.ios, answer.app], [null, null, null, null]);
  });

  test('pessoa has every field of the record, each of its type', async () => {
    const pessoa = objectIn(answered(await post(service, PATH, DEMO_SELLER)), 'pessoa');
    assert.match(String(pessoa.key), /^[A-Za-z0-9]+$/);
    assert.deepEqual(
      { ...pessoa, key: '' },
      {
        key: '',
        id: 1,
        pessoaJuridica: false,
        nomeRazaoSocial: 'Vendedor de Demonstração',
        sobrenomeNomeFantasia: null,
        cpfCnpj: '11144477735',
        cpfCnpjFormat: '111.444.777-35',
        email: null,
        telefone1: null,
        telefone2: null,
        endereco: null,
        fotoThumbnail: null,
        pessoaStatus: { id: 2, nome: 'Vendedor' },
      },
    );
  });

  test('the key opens the operations of its person, beside the integration key', async () => {
    const key = await keyOf(service, DEMO_SELLER);
    assert.notEqual(key, DEMO_KEY);
    for (const one of [key, DEMO_KEY]) {
      const answer = answered(await service.send({ path: `/Produto/GetByPessoaId?key=${one}&pessoaId=1` }));
      assert.ok(Array.isArray(answer.produtos));
    }
  });

  test('each login returns a new key, and earlier keys stay valid', async () => {
    const [first, second] = [await keyOf(service, DEMO_SELLER), await keyOf(service, DEMO_SELLER)];
    assert.notEqual(first, second);
    for (const key of [first, second])
      answered(await service.send({ path: `/Produto/GetByPessoaId?key=${key}` }));
  });

  test('the operator may act for the seller, the seller not for the operator', async () => {
    const operator = await keyOf(service, DEMO_OPERATOR);
    answered(await service.send({ path: `/Produto/GetByPessoaId?key=${operator}&pessoaId=1` }));
    const seller = await keyOf(service, DEMO_SELLER);
    const refused = await service.send({ path: `/Produto/GetByPessoaId?key=${seller}&pessoaId=2` });
    assertMessage(refused, 403, 'Acesso não autorizado [Pessoa não pertence à chave].');
  });

  test('the document may be written with punctuation, or as a number', async () => {
    for (const cpfCnpj of ['111.444.777-35', ' 111 444 777 35 ', 11144477735]) {
      answered(await post(service, PATH, { ...DEMO_SELLER, cpfCnpj }));
    }
  });

  test('names and paths match in any letter case, with and without the old prefix', async () => {
    for (const path of ['/Login/Login', '/login/login/', '/webapi/Login/Login/', '//WEBAPI//LOGIN//LOGIN']) {
      answered(await post(service, path, { CpfCnpj: DEMO_SELLER.cpfCnpj, SENHA: DEMO_SELLER.senha }));
    }
  });

  test('a key is ignored, wherever it is', async () => {
    answered(await post(service, `${PATH}?key=desconhecida`, { ...DEMO_SELLER, key: 'desconhecida' }));
  });

  test('a wrong password and an unknown document get the same answer', async () => {
    for (const body of [
      { ...DEMO_SELLER, senha: 'guiche-vendedo' },
      { ...DEMO_SELLER, senha: 'GUICHE-VENDEDOR' },
      { ...DEMO_SELLER, senha: ' guiche-vendedor' },
      { ...DEMO_SELLER, cpfCnpj: '11144477734' },
      { ...DEMO_SELLER, cpfCnpj: "' or 1=1 --" },
      { cpfCnpj: DEMO_OPERATOR.cpfCnpj, senha: DEMO_SELLER.senha },
    ]) {
      assertMessage(await post(service, PATH, body), 401, 'CPF/CNPJ ou senha inválidos.');
    }
  });

  test('a missing field is named', async () => {
    const missing = (name: string) => `Parâmetro [${name}] não pode ser nulo.`;
    assertMessage(await post(service, PATH, {}), 400, missing('cpfCnpj'));
    assertMessage(await post(service, PATH, ''), 400, missing('cpfCnpj'));
    assertMessage(await post(service, PATH, { cpfCnpj: '', senha: 'x' }), 400, missing('cpfCnpj'));
    assertMessage(await post(service, PATH, { cpfCnpj: '1', senha: null }), 400, missing('senha'));
    assertMessage(await post(service, PATH, { cpfCnpj: {}, senha: 'x' }), 400, /cpfCnpj/);
    assertMessage(await post(service, PATH, { cpfCnpj: '1', senha: 'x'.repeat(257) }), 400, /senha/);
  });

  test('other methods are refused, and browsers of any origin may call it', async () => {
    const got = await service.send({ path: PATH });
    assert.equal(got.status, 405);
    assert.match(String(got.headers.allow), /POST/);
    const preflight = await service.send({
      method: 'OPTIONS',
      path: PATH,
      headers: { Origin: 'https://loja.example' },
    });
    assert.equal(preflight.status, 204);
    assert.equal(preflight.headers['access-control-allow-origin'], '*');
  });

  test('neither password nor key is logged', async () => {
    const key = await keyOf(service, DEMO_SELLER);
    await service.send({ path: `/Produto/GetByPessoaId?key=${key}` });
    const log = service.log.join('\n');
    for (const secret of [key, DEMO_SELLER.senha]) assert.ok(!log.includes(secret));
  });
});

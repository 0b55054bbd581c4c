import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SQLITE_BY_DAY } from '../../../test/support/databases.ts';
import { openOperationsRoom } from '../test-room.ts';

for (const engine of SQLITE_BY_DAY) {
  describe(`clients (${engine})`, () => {
    test('a client is added, found, listed and edited', async (context) => {
      const room = await openOperationsRoom(context, engine);
      const seller = await room.addPerson({ name: 'Padaria' });
      const added = await room.call('/Cliente/Insert', seller.key, {
        id: '',
        cpfCnpj: '12.abc.345/01de-35',
        nomeRazaoSocial: 'Fábrica',
        referencia: 77,
        endereco: { Logradouro: 'Rua A', UF: 'SP' },
      });
      assert.equal(added.status, 200);
      const { id, ...rest } = added.body.cliente;
      assert.deepEqual(rest, {
        cpfCnpj: '12.ABC.345/01DE-35',
        nomeRazaoSocial: 'Fábrica',
        email: null,
        telefone: null,
        referencia: '77',
        pessoaJuridica: true,
        pessoa: { id: seller.id, nomeRazaoSocial: 'Padaria', sobrenomeNomeFantasia: null },
        endereco: {
          tipoLogradouro: null,
          logradouro: 'Rua A',
          numero: null,
          complemento: null,
          cep: null,
          bairro: null,
          cidade: null,
          uf: 'SP',
        },
      });
      const edited = await room.call('/Cliente/Insert', seller.key, {
        cliente: { id, cpfCnpj: '11144477735', telefone: '11 4000' },
      });
      assert.deepEqual(edited.body.cliente, {
        ...added.body.cliente,
        cpfCnpj: '111.444.777-35',
        pessoaJuridica: false,
        telefone: '11 4000',
      });
      for (const body of [undefined, {}, 5]) {
        const found = await room.call(`/Cliente/GetById?clienteId=${id}`, seller.key, body);
        assert.deepEqual(found.body.cliente, edited.body.cliente);
      }
      const ofNobody = await room.call(`/Cliente/GetById?clienteId=${id}&pessoaId=0`, seller.key);
      assert.equal(ofNobody.status, 200);
      const inBody = await room.call('/Cliente/GetById', seller.key, { ClienteId: String(id) });
      assert.deepEqual(inBody.body.cliente, edited.body.cliente);
      const { body } = await room.call('/Cliente/GetByPessoaId', seller.key, {});
      assert.deepEqual(body.clientes, [edited.body.cliente]);
    });

    test('documents are not unique; an invalid one is refused', async (context) => {
      const room = await openOperationsRoom(context, engine);
      const seller = await room.addPerson();
      const insert = (cpfCnpj: unknown) => room.call('/Cliente/Insert', seller.key, { cpfCnpj });
      const [one, other] = [await insert('11144477735'), await insert(11144477735)];
      assert.notEqual(one.body.cliente.id, other.body.cliente.id);
      for (const document of ['123', 'abcdefghijk', '1114447773x']) {
        const refused = await insert(document);
        assert.equal(refused.status, 400, document);
        assert.match(refused.body.message, /cpfCnpj/);
      }
      const missing = await insert(null);
      assert.deepEqual(
        [missing.status, missing.body.message],
        [400, 'Parâmetro [cpfCnpj] não pode ser nulo.'],
      );
    });

    test("another seller's client is not found with any key; an integrator finds those of its sellers", async (context) => {
      const room = await openOperationsRoom(context, engine);
      const integrator = await room.addPerson({ role: 'integrator' });
      const operator = await room.addPerson({ role: 'operator' });
      const own = await room.addPerson({ createdBy: integrator.id });
      const other = await room.addPerson();
      const { body } = await room.call('/Cliente/Insert', own.key, { cpfCnpj: '11144477735' });
      const { id } = body.cliente;
      const statusOf = async (key: string, more = '') =>
        (await room.call(`/Cliente/GetById?clienteId=${id}${more}`, key)).status;
      assert.equal(await statusOf(own.key), 200);
      assert.equal(await statusOf(integrator.key), 200);
      assert.equal(await statusOf(operator.key), 200);
      assert.equal(await statusOf(other.key), 404);
      assert.equal(await statusOf(integrator.key, `&pessoaId=${integrator.id}`), 404, 'not of that seller');
      assert.equal(await statusOf(integrator.key, `&pessoaId=${own.id}`), 200);
      const steal = await room.call('/Cliente/Insert', other.key, { id, cpfCnpj: '52998224725' });
      assert.equal(steal.status, 404);
      const missing = await room.call('/Cliente/GetById', own.key);
      assert.equal(missing.body.message, 'Parâmetro [clienteId] não pode ser nulo.');
      for (const clienteId of ['0', '99', '9007199254740993', '-3']) {
        const unknown = await room.call(`/Cliente/GetById?clienteId=${clienteId}`, own.key);
        assert.equal(unknown.status, 404, clienteId);
      }
      const wrong = await room.call('/Cliente/GetById?clienteId=abc', own.key);
      assert.equal(wrong.status, 400);
    });
  });
}

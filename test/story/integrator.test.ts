import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import sharp from 'sharp';
import { picture } from '../../src/operations/photos/test-images.ts';
import { type DatabasePlace, newDatabasePlace, SQLITE_BY_DAY } from '../support/databases.ts';
import { recordOf } from '../support/gateway-answers.ts';
import { API_PAIR, CARD, TRANSACTIONS_PATH } from '../support/gateway-client.ts';
import { type Client, createClient } from '../support/http-client.ts';
import type { ApiPair } from '../support/merchants.ts';
import {
  answered,
  assertMessage,
  keyOf,
  type Members,
  objectIn,
  postOf,
} from '../support/operations-client.ts';
import { saleCall } from '../support/sale-calls.ts';
import { saleOf } from '../support/sales.ts';
import { killStarted, type ServiceProcess, startService } from '../support/service-process.ts';
import { operatorRuns, setsPasswordBy, withKey } from './actors.ts';

const SHOP = {
  pessoa: {
    Id: 0,
    PessoaJuridica: true,
    NomeRazaoSocial: 'Padaria São João Ltda',
    SobrenomeNomeFantasia: 'Pão Quente',
    CpfCnpj: '11.222.333/0001-81',
    Email: 'contato@padaria.example',
    Telefone1: '11 4000-0000',
    Endereco: { Logradouro: 'das Flores', Numero: 100, Cidade: 'São Paulo', Uf: 'SP' },
  },
};
const PASSWORD = 'pão quente às seis & quinze';
const ALL_METHODS = [1, 2, 11, 12, 13, 41, 21, 22, 23, 24, 25, 32, 33, 51, 52, 53];

for (const engine of SQLITE_BY_DAY) {
  describe(`an integrator brings a shop, which then sells, on ${engine}`, () => {
    let place: DatabasePlace;
    let service: ServiceProcess;
    let client: Client;
    let integratorKey = '';
    let shopId = '';
    let shopKey = '';
    let api: ApiPair;
    let transactionId: unknown;
    let logged = '';

    before(async () => {
      place = await newDatabasePlace(engine);
      service = await startService(place);
      client = createClient(service.address);
    });
    after(async () => {
      killStarted();
      client?.close();
      await service?.finished;
      await place?.remove();
    });

    const operator = (...words: readonly string[]) => operatorRuns(place, ...words);
    const shop = () => withKey(client, shopKey);
    const issued = (kind: string, person: string) =>
      operator('credential', 'issue', '--person', person, '--kind', kind);
    const addressOf = (url: unknown) => new URL(String(url)).pathname;

    test('the operator admits the integrator and gives it a key', async () => {
      const words = ['--document', '39053344705', '--name', 'Sistemas Ltda', '--role', 'integrator'];
      const { id } = await operator('person', 'add', ...words);
      await operator('person', 'activate', String(id));
      integratorKey = String((await issued('integration', String(id))).secret);
      assert.match(integratorKey, /^[A-Za-z0-9]+$/);
    });

    test('the integrator inserts the shop, which waits for the operator', async () => {
      const answer = answered(await client.send(postOf('/Pessoa/Insert', SHOP, integratorKey)));
      const person = objectIn(answer, 'pessoa');
      shopId = String(person.id);
      assert.deepEqual(
        [person.cpfCnpj, person.cpfCnpjFormat, person.pessoaStatus],
        ['11222333000181', '11.222.333/0001-81', { id: 1, nome: null }],
      );
      const asked = await withKey(client, integratorKey).asks('/Produto/GetByPessoaId', `pessoaId=${shopId}`);
      assertMessage(asked, 403, 'Pessoa aguardando ativação.');
    });

    test('the operator sees it waiting and activates it; the shop sets its password and logs in', async () => {
      const { persons } = await operator('person', 'list', '--status', 'waiting');
      assert.ok((persons as Members[]).some(({ id }) => String(id) === shopId));
      const login = { cpfCnpj: SHOP.pessoa.CpfCnpj, senha: PASSWORD };
      assert.equal((await client.send(postOf('/Login/Login/', login))).status, 401);
      const { link } = await operator('person', 'activate', shopId);
      await setsPasswordBy(client, link, PASSWORD);
      shopKey = await keyOf(client, login);
    });

    test('a category, a product with a photo, a terminal: each is listed as it was inserted', async () => {
      const { inserts, lists } = shop();
      const category = await inserts('/ProdutoCategoria/Insert', { nome: 'Pães' }, 'produtoCategoria');
      const fotBase64 = (await picture('jpeg', { width: 1200, height: 900 })).toString('base64');
      const produto = {
        nome: 'Pão francês',
        valor: '0,75',
        produtoTipo: '10',
        fotoNome: 'pao.jpg',
        fotBase64,
      };
      const product = await inserts('/Produto/Insert', { produto }, 'produto');
      assert.deepEqual(product.produtoCategoria, { id: category.id, nome: 'Pães' });
      const sizes = [];
      for (const url of [product.foto, product.fotoThumbnail]) {
        const image = await fetch(service.address + addressOf(url));
        assert.deepEqual([image.status, image.headers.get('content-type')], [200, 'image/jpeg']);
        sizes.push((await sharp(Buffer.from(await image.arrayBuffer())).metadata()).width);
      }
      assert.ok(Number(sizes[1]) < Number(sizes[0]) && Number(sizes[0]) <= 1200, String(sizes));
      const old = { nome: 'Caixa 1', impressora: null, pessoa: { id: shopId } };
      const terminal = await inserts('/Terminal/Insert', old, 'terminal');

      const products = await lists('/Produto/GetByPessoaId', 'produtos', shopId);
      assert.deepEqual(
        products.map(({ nome }) => nome),
        ['Produto genérico', 'Pão francês'],
      );
      assert.deepEqual(products[1], product);
      const [listed, ...others] = await lists('/Terminal/GetByPessoaId', 'terminais', shopId);
      assert.deepEqual([listed?.id, listed?.nome, others.length], [terminal.id, 'Caixa 1', 0]);
      const methods = await lists('/FormaPagamento/GetByPessoaId', 'formasPagamento', shopId);
      assert.deepEqual(
        methods.map(({ id }) => id),
        ALL_METHODS,
      );
    });

    test('a client is inserted, corrected and found again', async () => {
      const { inserts, lists, asks } = shop();
      const sent = { cpfCnpj: '123.456.789-09', nomeRazaoSocial: 'Maria', referencia: 'C-1' };
      const inserted = await inserts('/Cliente/Insert', sent, 'cliente');
      const change = { ...sent, id: inserted.id, email: 'maria@casa.example' };
      const corrected = await inserts('/Cliente/Insert', change, 'cliente');
      assert.deepEqual(corrected, { ...inserted, email: 'maria@casa.example' });
      const found = answered(await asks('/Cliente/GetById', `clienteId=${inserted.id}`));
      assert.deepEqual(found.cliente, corrected);
      assert.deepEqual(await lists('/Cliente/GetByPessoaId', 'clientes', shopId), [corrected]);
    });

    test('the integrator sees all of it, the demo seller nothing', async () => {
      const { lists } = withKey(client, integratorKey);
      assert.equal((await lists('/Produto/GetByPessoaId', 'produtos', shopId)).length, 2);
      const stranger = await keyOf(client, { cpfCnpj: '11144477735', senha: 'guiche-vendedor' });
      const asked = await withKey(client, stranger).asks('/Produto/GetByPessoaId', `pessoaId=${shopId}`);
      assertMessage(asked, 403, 'Acesso não autorizado [Pessoa não pertence à chave].');
    });

    test('the shop takes a card payment with its own pair, and asks for it', async () => {
      const { name, secret } = await issued('api', shopId);
      api = { authenticationApi: String(name), authenticationKey: String(secret) };
      const sale = saleOf({ amount: '7500', referenceId: 'pedido-1' });
      const { top, card, cardInfo } = recordOf(await client.send(saleCall(sale, api)));
      assert.deepEqual([top.status, top.amount, card.providerCode], [6, '7500', '00']);
      assert.equal(cardInfo.number, '423564******5682');
      transactionId = top.transactionId;
      const path = `${TRANSACTIONS_PATH}/${transactionId}`;
      const found = recordOf(await client.send({ path, headers: api }), 200);
      assert.deepEqual([found.top.status, found.top.referenceId], [6, 'pedido-1']);
      assert.equal((await client.send({ path, headers: API_PAIR })).status, 404);
    });

    test('after a restart all of it is still there', async () => {
      logged = (await service.end('SIGTERM')).error;
      assert.ok(logged.includes('/Produto/Insert'));
      client.close();
      service = await startService(place);
      client = createClient(service.address);
      const products = await shop().lists('/Produto/GetByPessoaId', 'produtos', shopId);
      const photo = await fetch(service.address + addressOf(products[1]?.fotoThumbnail));
      assert.equal(photo.status, 200);
      const path = `${TRANSACTIONS_PATH}/${transactionId}`;
      assert.equal(recordOf(await client.send({ path, headers: api }), 200).top.status, 6);
    });

    test('nothing secret was logged on the way', () => {
      for (const secret of [integratorKey, shopKey, PASSWORD, api.authenticationKey, CARD.number]) {
        assert.ok(!(logged + service.log()).includes(secret));
      }
    });
  });
}

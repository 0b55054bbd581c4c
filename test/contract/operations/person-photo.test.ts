import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { picture, pngBomb } from '../../../src/operations/photos/test-images.ts';
import {
  answered,
  assertMessage,
  DEMO_KEY,
  DEMO_OPERATOR,
  keyOf,
  type Members,
  objectIn,
  post,
} from '../../support/operations-client.ts';
import { onSqliteByDay } from '../../support/service.ts';

const SHOP = { NomeRazaoSocial: 'Padaria', CpfCnpj: '12345678909' };

onSqliteByDay('photos of persons, and what a new person has', {}, (service) => {
  let operator: string;
  const insert = async (more: Members, key?: string): Promise<Members> =>
    objectIn(
      answered(await post(service, '/Pessoa/Insert', { pessoa: { ...SHOP, ...more } }, key)),
      'pessoa',
    );
  /** The thumbnail in the lists of its terminals and physical terminals. */
  const thumbnailOf = async (pessoaId: unknown): Promise<unknown> => {
    const query = `?key=${operator}&pessoaId=${pessoaId}`;
    const terminals = answered(await service.send({ path: `/Terminal/GetByPessoaId${query}` })).terminais;
    const [terminal] = terminals as Members[];
    assert.ok(terminal);
    const { pessoa, terminalFisico } = terminal as { pessoa: Members; terminalFisico: { pessoa: Members } };
    assert.deepEqual([pessoa.key, terminalFisico.pessoa], [null, pessoa]);
    return pessoa.fotoThumbnail;
  };
  const activated = async (more: Members): Promise<unknown> => {
    const { id } = await insert(more);
    await service.command('person', 'activate', String(id));
    await post(service, '/Terminal/Insert', { nome: 'Caixa', pessoaId: id }, operator);
    return id;
  };
  const statusOf = async (url: unknown) =>
    (await service.send({ path: new URL(String(url)).pathname })).status;

  before(async () => {
    operator = await keyOf(service, DEMO_OPERATOR);
  });

  test('Foto is stored by the first call, and shown where the person is listed', async () => {
    const photo = (await picture('png', { width: 300, height: 300 })).toString('base64');
    const id = await activated({ Foto: `data:image/png;base64,${photo}`, CpfCnpj: '39053344705' });
    const url = await thumbnailOf(id);
    assert.match(String(url), /\/photos\/thumbnails\/[0-9a-f]{32}\.(jpg|png)$/);
    assert.equal(await statusOf(url), 200);
    const other = (await picture('webp', { width: 30, height: 30 })).toString('base64');
    await insert({ Id: id, CpfCnpj: '39053344705', Foto: other }, operator);
    const newUrl = await thumbnailOf(id);
    assert.notEqual(newUrl, url);
    assert.deepEqual([await statusOf(newUrl), await statusOf(url)], [200, 404]);
  });

  test('a Foto that is not an image is ignored: the person is saved and keeps its photo', async () => {
    const jpeg = (await picture('jpeg', { width: 640, height: 480 })).toString('base64');
    const id = await activated({ Foto: jpeg, CpfCnpj: '98765432100' });
    const url = await thumbnailOf(id);
    for (const Foto of [
      'https://loja.example/foto.png',
      'sem foto',
      7,
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64'),
      jpeg.slice(0, 800),
      pngBomb(30_000, 30_000).toString('base64'),
    ]) {
      const edited = await insert(
        { Id: id, CpfCnpj: '98765432100', Foto, NomeRazaoSocial: 'Nova' },
        operator,
      );
      assert.equal(edited.nomeRazaoSocial, 'Nova');
      assert.equal(await thumbnailOf(id), url);
      await insert({ Foto });
    }
  });

  test('a person without a photo is listed with null', async () => {
    const id = await activated({ CpfCnpj: '71428793860' });
    assert.equal(await thumbnailOf(id), null);
  });

  test('each new person has the default product and nothing else', async () => {
    const id = await activated({ CpfCnpj: '11222333000181' });
    const listed = async (path: string, member: string) => {
      const answer = await service.send({ path: `${path}?key=${operator}&pessoaId=${id}` });
      return answered(answer)[member] as Members[];
    };
    const [product, ...others] = await listed('/Produto/GetByPessoaId', 'produtos');
    assert.equal(others.length, 0);
    assert.deepEqual(
      [
        product?.nome,
        product?.valor,
        product?.solicitaValor,
        product?.controlaQuantidade,
        product?.quantidade,
      ],
      ['Produto genérico', '', true, false, null],
    );
    assert.deepEqual(product?.produtoStatus, { id: 5, nome: 'Ativo' });
    assert.deepEqual(await listed('/Cliente/GetByPessoaId', 'clientes'), []);
    assert.equal((await listed('/FormaPagamento/GetByPessoaId', 'formasPagamento')).length, 16);
    const without = { nome: 'Café', pessoaId: id };
    assertMessage(await post(service, '/Produto/Insert', without, operator), 400, /ainda não tem categoria/);
  });

  test('two waiting persons may share a document; the second activation is refused', async () => {
    const [first, second] = [
      await insert({ CpfCnpj: '12ABC34501DE35' }),
      await insert({ CpfCnpj: '12ABC34501DE35' }),
    ];
    assert.notEqual(first.id, second.id);
    await service.command('person', 'activate', String(second.id));
    await assert.rejects(
      service.command('person', 'activate', String(first.id)),
      /Já existe uma pessoa ativa/,
    );
    await assert.rejects(service.command('person', 'activate', String(second.id)), /já está ativa/);
  });

  test('every field of Endereco is accepted as text or number, and an invalid one is named', async () => {
    const fields = ['tipoLogradouro', 'logradouro', 'numero', 'complemento', 'cep', 'bairro', 'cidade', 'uf'];
    for (const field of fields) {
      for (const value of ['x', 7, '', null, 'ã'.repeat(255)]) await insert({ Endereco: { [field]: value } });
      for (const value of [{}, [], true, 'x'.repeat(256), 'duas\nlinhas']) {
        const body = { ...SHOP, Endereco: { [field]: value } };
        assertMessage(await post(service, '/Pessoa/Insert', body), 400, new RegExp(`endereco\\.${field} `));
        const client = { cpfCnpj: '12345678909', endereco: { [field]: value } };
        assertMessage(
          await post(service, '/Cliente/Insert', client, DEMO_KEY),
          400,
          new RegExp(`\\.${field} `),
        );
      }
    }
  });
});

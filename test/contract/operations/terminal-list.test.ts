import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answered, DEMO_KEY, type Members, objectIn, post } from '../../support/operations-client.ts';
import { onEachEngine } from '../../support/service.ts';

/** id and name, and the field that shows the same value. */
const PARAMETERS: readonly (readonly [id: number, name: string, field: string])[] = [
  [40, 'permiteVendapercelada', 'permiteVendaParcelada'],
  [41, 'parcelamentopadrao', 'parcelamentoPadrao'],
  [42, 'permiteDesconto', 'permiteDesconto'],
  [43, 'permiteAcrescimo', 'permiteAcrescimo'],
  [44, 'AguardaTef', 'aguardaTef'],
  [63, 'HabilitarPDV', 'habilitarPDV'],
  [64, 'VendaPorValor', 'vendaPorValor'],
  [68, 'SolicitarReferencia', 'solicitarReferencia'],
  [66, 'IdentificadorTef', 'identificadorTef'],
  [67, 'RastrearIntervalo', 'rastrearIntervalo'],
  [69, 'ImpressaoAutomatica', 'impressaoAutomatica'],
  [70, 'SolicitarCliente', 'solicitarCliente'],
  [75, 'imprimirProdutos', 'imprimirProdutos'],
  [76, 'imprimirCupomLojista', 'imprimirCupomLojista'],
  [77, 'imprimirCupomCliente', 'imprimirCupomCliente'],
  [79, 'HabilitarPedidos', 'habilitarPedidos'],
  [78, 'VendaPorProduto', 'vendaPorProduto'],
  [80, 'permiteVendaParcelada', 'permiteVendaParcelada'],
  [81, 'SolicitarOperador', 'solicitarOperador'],
];

const DEFAULTS = {
  solicitarReferencia: false,
  solicitarCliente: false,
  solicitarOperador: false,
  permiteVendaParcelada: false,
  permiteDesconto: false,
  permiteAcrescimo: false,
  aguardaTef: false,
  habilitarPDV: false,
  vendaPorValor: true,
  vendaPorProduto: false,
  habilitarPedidos: false,
  impressaoAutomatica: false,
  imprimirProdutos: false,
  imprimirCupomLojista: false,
  imprimirCupomCliente: false,
  identificadorTef: '',
  rastrearIntervalo: '',
  parcelamentoPadrao: 'loja',
};

onEachEngine('Terminal/GetByPessoaId', {}, (service) => {
  const list = async (): Promise<readonly Members[]> => {
    const answer = answered(
      await service.send({ path: `/Terminal/GetByPessoaId?key=${DEMO_KEY}&pessoaId=1` }),
    );
    assert.deepEqual(Object.keys(answer), ['data', 'terminais']);
    return answer.terminais as Members[];
  };
  const insert = async (body: object) =>
    objectIn(answered(await post(service, '/Terminal/Insert', body, DEMO_KEY)), 'terminal');

  test('a person without terminals has an empty list', async () => {
    assert.deepEqual(await list(), []);
  });

  test('a terminal with only a name has every field, with defaults', async () => {
    const { id } = await insert({ nome: 'Caixa 1' });
    const [terminal] = await list();
    const { terminalFisico, terminalParametros, pessoa, dataUltimaModificacao, ...rest } = terminal ?? {};
    assert.match(String(dataUltimaModificacao), /^\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}$/);
    assert.deepEqual(rest, {
      id,
      nome: 'Caixa 1',
      impressora: null,
      pontoCaptura: '',
      pessoaUltimaModificacao: { id: 1, nome: 'Vendedor de Demonstração' },
      ...DEFAULTS,
    });
    const { id: physicalId, ...physical } = terminalFisico as Members;
    assert.ok(Number.isSafeInteger(physicalId));
    assert.deepEqual(physical, { nome: 'Caixa 1', instalacaoId: '', pontoCaptura: '', pessoa });
    const { key, cpfCnpjFormat, pessoaStatus } = pessoa as Members;
    assert.deepEqual(
      [key, cpfCnpjFormat, pessoaStatus],
      [null, '111.444.777-35', { id: 2, nome: 'Vendedor' }],
    );
    assert.equal((terminalParametros as unknown[]).length, 19);
  });

  test('every parameter has the value of its field as text', async () => {
    const settings = {
      permiteVendaParcelada: true,
      parcelamentoPadrao: 'admin',
      vendaPorValor: false,
      identificadorTef: 'TEF-9',
      rastrearIntervalo: '30',
      solicitarOperador: true,
    };
    await insert({ nome: 'Caixa 2', ...settings });
    const terminal = (await list()).at(-1) ?? {};
    const expected = { ...DEFAULTS, ...settings } as Members;
    assert.deepEqual(
      terminal.terminalParametros,
      PARAMETERS.map(([id, nome, field]) => ({
        id,
        valor: String(expected[field]),
        parametro: { id, nome, descricao: nome, valor: null },
      })),
    );
  });

  test('POST answers as GET does', async () => {
    const terminals = await list();
    const path = `/Terminal/GetByPessoaId?pessoaId=1`;
    for (const body of ['', {}, { pessoaId: 1 }, '5']) {
      assert.deepEqual(answered(await post(service, path, body, DEMO_KEY)).terminais, terminals);
    }
  });
});

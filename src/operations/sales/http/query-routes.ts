import Type from 'typebox';
import { filters, Int } from '../../../platform/http/index.ts';
import { actingPerson } from '../../interface/acting-person.ts';
import { listsAsTexts } from '../../interface/lists-as-texts.ts';
import { longList } from '../../interface/long-list.ts';
import { type Operation, operation } from '../../interface/operation.ts';
import { existingId, RecordId } from '../../interface/record-id.ts';
import { missingParameter, operationRefuse } from '../../interface/refusals.ts';
import { recordNamed } from '../../interface/request.ts';
import { readDetails, type SalePage, type SalesQuery, selectSales } from '../listing/read.ts';
import { findPersonSale } from '../record/store.ts';
import type { SaleTables } from '../record/tables.ts';
import { readFilter, readSalesPage } from './read-wire.ts';
import type { SaleRooms } from './rooms.ts';
import { FilterBody, ListedSaleRecord, MAX_LISTED, SaleRecord } from './schema.ts';
import { writeListedSale, writeSale } from './wire.ts';

const set = 'IntencaoVenda';
const read = {
  verbs: ['GET', 'POST'],
  key: 'required',
  forPerson: true,
  withData: true,
  audited: false,
} as const;

export function saleQueries(rooms: SaleRooms): readonly Operation[] {
  return [byId(rooms), byFilters(rooms), byIntegration(rooms), byIds(rooms)];
}

function byId(rooms: SaleRooms): Operation {
  const { database, accounts, photos, times } = rooms;
  const wanted = recordNamed('intencaoVendaId');
  return operation({
    ...read,
    set,
    method: 'GetById',
    summary: 'Consulta uma venda',
    wrapper: 'intencaoVenda',
    query: wanted.parameters,
    body: wanted.parameters,
    answer: Type.Object({ intencaoVenda: SaleRecord }),
    run: async ({ personId, query, body }) => {
      const id = wanted.idIn({ query, body });
      const sale = await findPersonSale(database.read<SaleTables>(), personId, id);
      const [details] = sale ? await readDetails(rooms, [sale]) : [];
      if (!details) throw operationRefuse('not_found');
      const seller = await actingPerson(accounts, personId);
      return { intencaoVenda: writeSale(details, seller, { times, thumbnailUrl: photos.thumbnailUrl }) };
    },
  });
}

const SalesAnswer = Type.Object({
  intencoesVendas: Type.Array(ListedSaleRecord),
  draw: Type.String(),
  recordsTotal: Type.Null(),
  recordsFiltered: Type.Null(),
});

function byFilters(rooms: SaleRooms): Operation {
  return operation({
    ...read,
    set,
    method: 'GetByFiltros',
    summary: 'Lista vendas, das mais novas às mais antigas',
    wrapper: 'intencaoVenda',
    query: FilterBody,
    body: FilterBody,
    adapt: listsAsTexts,
    answer: SalesAnswer,
    run: async ({ personId, query, body }) => {
      const request = { ...query, ...body };
      const filter = readFilter(request, personId, { time: rooms.times.local, now: rooms.clock.now() });
      return salesAnswer(rooms, filter, readSalesPage(request));
    },
  });
}

function byIntegration(rooms: SaleRooms): Operation {
  const parameters = Type.Object({
    integracaoId: Type.Optional(
      Int({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Obrigatório, na query ou no corpo',
        examples: [1],
      }),
    ),
  });
  return operation({
    ...read,
    set,
    method: 'GetByIntegracaoId',
    summary: 'Lista as vendas com um número do sistema integrado',
    query: parameters,
    body: parameters,
    answer: SalesAnswer,
    run: async ({ personId, query, body }) => {
      const request = { ...query, ...body };
      if (!request.integracaoId) throw missingParameter('integracaoId');
      const filter = readFilter(request, personId, { time: rooms.times.local, now: rooms.clock.now() });
      return salesAnswer(rooms, filter, readSalesPage({}));
    },
  });
}

function byIds(rooms: SaleRooms): Operation {
  return operation({
    ...read,
    set: 'Venda',
    method: 'ConsultarVendas',
    summary: 'Lista as vendas com os ids de um array: [{"Id": 123}]',
    body: Type.Object({ vendas: Type.Array(filters({ id: RecordId() })) }),
    adapt: (body) => (Array.isArray(body) ? { vendas: body } : body),
    answer: SalesAnswer,
    run: async ({ personId, body }) => {
      const filter = readFilter({}, personId, { time: rooms.times.local, now: rooms.clock.now() });
      const ids = body.vendas.slice(0, MAX_LISTED).map((sale) => existingId(sale.id) ?? 0);
      return salesAnswer(rooms, { ...filter, ids }, readSalesPage({}));
    },
  });
}

/** Read and written page by page while the answer is sent, up to the requested limit. */
async function salesAnswer(
  rooms: SaleRooms,
  filter: SalesQuery,
  { offset, limit }: Omit<SalePage, 'beforeId'>,
): Promise<object> {
  const seller = await actingPerson(rooms.accounts, filter.personId);
  const tables = rooms.database.read<SaleTables>();
  let left = limit;
  const shown = { times: rooms.times, thumbnailUrl: rooms.photos.thumbnailUrl };
  return {
    intencoesVendas: longList(
      async (page) => {
        if (left === 0) return [];
        const sales = await selectSales(tables, filter, {
          beforeId: page.afterId === 0 ? undefined : page.afterId,
          offset: page.afterId === 0 ? offset : 0,
          limit: Math.min(left, page.limit),
        });
        left -= sales.length;
        return readDetails(rooms, sales);
      },
      (details) => writeListedSale(details, seller, shown),
    ),
    draw: '',
    recordsTotal: null,
    recordsFiltered: null,
  };
}

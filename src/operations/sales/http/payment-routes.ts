import Type from 'typebox';
import { actingPerson } from '../../interface/acting-person.ts';
import { listsAsTexts } from '../../interface/lists-as-texts.ts';
import { inWireNames } from '../../interface/member-names.ts';
import { type Operation, operation, type WithWriteSlot } from '../../interface/operation.ts';
import { missingParameter, operationRefuse } from '../../interface/refusals.ts';
import { recordNamed } from '../../interface/request.ts';
import { findTerminalNames, type TerminalTables } from '../../terminals/index.ts';
import { readDetails, selectPaymentsOf, selectSales } from '../listing/read.ts';
import type { ExternalPayment } from '../record/external-payment.ts';
import { findPayment } from '../record/store.ts';
import type { SaleTables } from '../record/tables.ts';
import { administer } from '../work/administer.ts';
import { awaitPaymentTaken } from '../work/await-taken.ts';
import { workOf } from '../work/work-signals.ts';
import { readFilter, SALE_NAMES } from './read-wire.ts';
import type { SaleRooms } from './rooms.ts';
import {
  AdministrativeBody,
  DetailedPaymentRecord,
  FilterBody,
  ListedSaleRecord,
  PaymentRecord,
} from './schema.ts';
import { writeDetailedPayment, writeListedSale, writePayment } from './wire.ts';

const MAX_PAYMENTS = 250;
const set = 'PagamentoExterno';
const read = {
  verbs: ['GET', 'POST'],
  key: 'required',
  forPerson: true,
  withData: true,
  audited: false,
} as const;

export function paymentQueries(rooms: SaleRooms): readonly Operation[] {
  return [byId(rooms), byFilters(rooms), insertAdministrative(rooms)];
}

function insertAdministrative(rooms: SaleRooms): Operation {
  return operation({
    set,
    method: 'InsertPagamentoExternoTipoAdmin',
    verbs: ['GET', 'POST'],
    summary: 'Abre o menu administrativo do pinpad de um terminal, pelo cliente de pagamento',
    key: 'required',
    forPerson: true,
    wrapper: 'pagamentoExterno',
    body: AdministrativeBody,
    answer: Type.Object({ pagamentoExterno: DetailedPaymentRecord }),
    withData: true,
    audited: true,
    run: async ({ personId, body, idempotencyKey, written }) => {
      if (body.senhaTecnica === undefined) throw missingParameter('senhaTecnica');
      const request = {
        personId,
        terminalId: body.terminalId,
        technicalPassword: body.senhaTecnica,
        autoStart: body.iniciarTransacaoAutomaticamente ?? body.aguardarTefIniciarTransacao ?? false,
        key: idempotencyKey,
      };
      return { payment: await inWireNames(SALE_NAMES, administer(rooms, request, written)) };
    },
    finish: async ({ withWriteSlot }, { payment }) => ({
      pagamentoExterno: await detailsOf(rooms, await pushed(rooms, payment, withWriteSlot)),
    }),
  });
}

/** The operation after its payment client was notified and, if it was pushed, has taken it or not. */
async function pushed(
  rooms: SaleRooms,
  payment: ExternalPayment,
  withWriteSlot: WithWriteSlot,
): Promise<ExternalPayment> {
  rooms.signals.wake(workOf(payment.terminalId));
  const end = rooms.signals.heldSales.start(payment.personId);
  if (!end) return payment;
  try {
    return await awaitPaymentTaken(rooms, payment, withWriteSlot);
  } finally {
    end();
  }
}

async function detailsOf({ accounts, database, times }: SaleRooms, payment: ExternalPayment) {
  const seller = await actingPerson(accounts, payment.personId);
  const names = await findTerminalNames(database.read<TerminalTables>(), [payment.terminalId]);
  const terminalName = names.get(payment.terminalId) ?? '';
  return writeDetailedPayment(payment, { seller, terminalName, times });
}

function byId(rooms: SaleRooms): Operation {
  const wanted = recordNamed('pagamentoExternoId');
  return operation({
    ...read,
    set,
    method: 'GetById',
    summary: 'Consulta um pagamento externo, com os comprovantes',
    query: wanted.parameters,
    body: wanted.parameters,
    answer: Type.Object({ pagamentoExterno: DetailedPaymentRecord }),
    run: async ({ personId, query, body }) => {
      const id = wanted.idIn({ query, body });
      const payment = await findPayment(rooms.database.read<SaleTables>(), id);
      if (payment?.personId !== personId) throw operationRefuse('not_found');
      return { pagamentoExterno: await detailsOf(rooms, payment) };
    },
  });
}

const ListedPayment = Type.Object({
  ...PaymentRecord.properties,
  intencoesVenda: Type.Union([ListedSaleRecord, Type.Null()]),
});

function byFilters(rooms: SaleRooms): Operation {
  return operation({
    ...read,
    set,
    method: 'GetByFiltros',
    summary: `Lista pagamentos externos, dos mais novos aos mais antigos, até ${MAX_PAYMENTS}`,
    query: FilterBody,
    body: FilterBody,
    adapt: listsAsTexts,
    answer: Type.Object({ pagamentosExterno: Type.Array(ListedPayment) }),
    run: async ({ personId, query, body }) => {
      const request = { ...query, ...body };
      const filter = readFilter(request, personId, { time: rooms.times.local, now: rooms.clock.now() });
      const tables = rooms.database.read<SaleTables>();
      const page = { beforeId: undefined, offset: 0, limit: MAX_PAYMENTS };
      const details = await readDetails(rooms, await selectSales(tables, filter, page));
      const bySale = new Map(details.map((one) => [one.id, one]));
      const payments = await selectPaymentsOf(tables, {
        personId,
        saleIds: details.map(({ id }) => id),
        terminalId: filter.terminalId,
        limit: MAX_PAYMENTS,
      });
      const seller = await actingPerson(rooms.accounts, personId);
      const shown = { times: rooms.times, thumbnailUrl: rooms.photos.thumbnailUrl };
      return {
        pagamentosExterno: payments.map((payment) => {
          const sale = bySale.get(payment.saleId ?? 0);
          return {
            ...writePayment(payment, rooms.times),
            intencoesVenda: sale ? writeListedSale(sale, seller, shown) : null,
          };
        }),
      };
    },
  });
}

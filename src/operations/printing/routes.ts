import Type from 'typebox';
import type { Database } from '../../platform/database/index.ts';
import type { Clock, LocalTime } from '../../platform/time/clock.ts';
import { longList } from '../interface/long-list.ts';
import { inWireNames } from '../interface/member-names.ts';
import { type Operation, operation } from '../interface/operation.ts';
import { operationRefuse } from '../interface/refusals.ts';
import { recordNamed } from '../interface/request.ts';
import { type WorkSignals, workOf } from '../sales/index.ts';
import { createPrintJob } from './create.ts';
import { PRINT_STATUS, type PrintJob } from './print-job.ts';
import { savePrinter } from './save-printer.ts';
import { PrintBody, PrinterBody, PrinterRecord, PrintRecord } from './schema.ts';
import { findPrinter, findPrintJob, selectPrinters } from './store.ts';
import type { PrintingTables } from './tables.ts';
import { PRINTING_NAMES, readPrint, readPrinter, writePrinter, writePrintJob } from './wire.ts';

/** How long Insert waits for the payment client to start, if asked to. */
const WAIT_MS = 20_000;
/** The payment client may be connected to another instance, so the database is queried this often. */
const ASK_EVERY_MS = 500;

export interface PrintingRooms {
  readonly database: Database;
  readonly clock: Clock;
  readonly times: { readonly local: LocalTime };
  readonly signals: WorkSignals;
}

const shared = { verbs: ['GET', 'POST'], key: 'required', forPerson: true, withData: true } as const;

export function printingOperations(rooms: PrintingRooms): readonly Operation[] {
  return [insertPrinter(rooms), listPrinters(rooms), insertJob(rooms), getJob(rooms)];
}

function insertPrinter({ database }: PrintingRooms): Operation {
  return operation({
    ...shared,
    verbs: ['POST'],
    set: 'Impressora',
    method: 'Insert',
    summary: 'Cria uma impressora, ou edita a do id enviado',
    wrapper: 'impressora',
    body: PrinterBody,
    answer: Type.Object({ impressora: PrinterRecord }),
    audited: true,
    run: async ({ personId, body, written }) => ({
      impressora: writePrinter(
        await inWireNames(PRINTING_NAMES, savePrinter(database, readPrinter(body, personId), written)),
      ),
    }),
  });
}

function listPrinters({ database }: PrintingRooms): Operation {
  return operation({
    ...shared,
    set: 'Impressora',
    method: 'GetByPessoaId',
    summary: 'Lista as impressoras de uma pessoa',
    answer: Type.Object({ impressoras: Type.Array(PrinterRecord) }),
    audited: false,
    run: async ({ personId }) => ({
      impressoras: longList(
        (page) => selectPrinters(database.read<PrintingTables>(), personId, page),
        writePrinter,
      ),
    }),
  });
}

function insertJob(rooms: PrintingRooms): Operation {
  return operation({
    ...shared,
    set: 'IntencaoImpressao',
    method: 'Insert',
    summary: 'Imprime um texto em um terminal, pelo cliente de pagamento',
    wrapper: 'intencaoImpressao',
    body: PrintBody,
    answer: Type.Object({ intencaoImpressao: PrintRecord }),
    audited: true,
    run: async ({ personId, body, written }) => ({
      job: await inWireNames(PRINTING_NAMES, createPrintJob(rooms, readPrint(body, personId), written)),
      waits: body.aguardarClienteIniciarImpressao ?? false,
    }),
    finish: async (_call, { job, waits }) => {
      rooms.signals.wake(workOf(job.terminalId));
      return answerOf(rooms, waits ? await awaitStarted(rooms, job) : job);
    },
  });
}

function getJob(rooms: PrintingRooms): Operation {
  const wanted = recordNamed('intencaoImpressaoId', 4);
  return operation({
    ...shared,
    set: 'IntencaoImpressao',
    method: 'GetById',
    summary: 'Consulta uma impressão',
    wrapper: 'intencaoImpressao',
    query: wanted.parameters,
    body: wanted.parameters,
    answer: Type.Object({ intencaoImpressao: PrintRecord }),
    audited: false,
    run: async ({ personId, query, body }) => {
      const id = wanted.idIn({ query, body });
      const job = await findPrintJob(rooms.database.read<PrintingTables>(), id);
      if (job?.personId !== personId) throw operationRefuse('not_found');
      return answerOf(rooms, job);
    },
  });
}

/** The job once a payment client started it, or as it is after 20 s. */
async function awaitStarted({ database, signals }: PrintingRooms, job: PrintJob): Promise<PrintJob> {
  const end = signals.heldSales.start(job.personId);
  if (!end) return job;
  const until = performance.now() + WAIT_MS;
  try {
    for (;;) {
      const now = (await findPrintJob(database.read<PrintingTables>(), job.id)) ?? job;
      const leftMs = until - performance.now();
      if (now.status !== PRINT_STATUS.sent || leftMs <= 0 || signals.stopped) return now;
      await signals.wait(printOf(job.id), Math.min(leftMs, ASK_EVERY_MS));
    }
  } finally {
    end();
  }
}

/** What a waiting Insert is woken by. */
export const printOf = (jobId: number): string => `print ${jobId}`;

async function answerOf({ database, times }: PrintingRooms, job: PrintJob): Promise<object> {
  const printer =
    job.printerId === undefined
      ? undefined
      : await findPrinter(database.read<PrintingTables>(), job.personId, job.printerId);
  return { intencaoImpressao: writePrintJob(job, printer, times.local) };
}

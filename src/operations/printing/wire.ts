import type { Static } from 'typebox';
import type { LocalTime } from '../../platform/time/clock.ts';
import type { MemberNames } from '../interface/member-names.ts';
import { existingId } from '../interface/record-id.ts';
import { missingParameter } from '../interface/refusals.ts';
import { requiredText } from '../interface/texts.ts';
import type { PrintRequest } from './create.ts';
import { type PrintJob, printStatusName } from './print-job.ts';
import { type Printer, templateOf } from './printer.ts';
import type { PrinterToSave } from './save-printer.ts';
import type { PrintBody, PrinterBody, PrinterRecord, PrintRecord } from './schema.ts';

/** What the wire calls the members of PrinterToSave and PrintRequest. */
export const PRINTING_NAMES: MemberNames = { templateId: 'impressoraTemplateId', printerId: 'impressoraId' };

export function readPrinter(body: PrinterBody, personId: number): PrinterToSave {
  return {
    personId,
    id: existingId(body.id),
    name: requiredText('nome', body.nome),
    templateId: existingId(body.impressoraTemplateId) ?? existingId(body.impressoraTemplate?.id),
  };
}

/** Throws a Refusal 400 without terminal and printer. The content stays as sent: its spaces are part of the layout. */
export function readPrint(body: PrintBody, personId: number): PrintRequest {
  const terminalId = existingId(body.terminalId);
  const printerId = existingId(body.impressoraId);
  if (terminalId === undefined && printerId === undefined) throw missingParameter('terminalId');
  if (body.conteudo.trim() === '') throw missingParameter('conteudo');
  return {
    personId,
    terminalId,
    printerId,
    reference: body.referencia?.trim() || undefined,
    content: body.conteudo,
  };
}

export function writePrinter(printer: Printer): Static<typeof PrinterRecord> {
  const template = templateOf(printer);
  return {
    id: printer.id,
    nome: printer.name,
    impressoraTemplate: {
      id: template.id,
      nome: template.name,
      quantidadeColunas: template.columns,
      quantidadeLinhasPre: template.linesBefore,
      quantidadeLinhasPos: template.linesAfter,
      comandoPre: template.commandBefore,
      comandoPos: template.commandAfter,
    },
  };
}

export function writePrintJob(
  job: PrintJob,
  printer: Printer | undefined,
  time: LocalTime,
): Static<typeof PrintRecord> {
  return {
    id: job.id,
    data: time.brazilian(job.createdAt).slice(0, 10),
    conteudo: job.content,
    referencia: job.reference ?? null,
    impressora: printer ? writePrinter(printer) : null,
    intencaoImpressaoStatus: { id: job.status, nome: printStatusName(job.status) },
  };
}

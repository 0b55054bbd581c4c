import { isPaymentMethod, PAYMENT_METHODS, type PaymentMethod } from '../../operations/index.ts';
import {
  type Command,
  type CommandAnswer,
  type CommandContext,
  type OptionSpec,
  UsageError,
} from '../line/command.ts';
import { textTable } from '../line/text-table.ts';
import { readId } from '../line/values.ts';

const PERSON: OptionSpec = { summary: 'número da pessoa', value: 'ID', required: true };

const list: Command = {
  name: 'payment-method list',
  summary: 'lista as formas de pagamento de uma pessoa',
  options: { person: PERSON },
  run: (context, args) => answerFor(context, readId(args.text('person'), '--person')),
};

const narrow: Command = {
  name: 'payment-method narrow',
  summary: 'deixa a uma pessoa só estas formas de pagamento',
  options: {
    person: PERSON,
    methods: { summary: 'números das que ficam, separados por vírgula', value: 'N,N…', required: true },
  },
  run: async (context, args) => {
    const personId = readId(args.text('person'), '--person');
    const methodIds = readMethods(args.text('methods'));
    const { paymentMethods } = await context.rooms();
    await paymentMethods.narrow(personId, methodIds);
    return answerFor(context, personId);
  },
};

const reset: Command = {
  name: 'payment-method reset',
  summary: 'devolve a uma pessoa todas as formas de pagamento',
  options: { person: PERSON },
  run: async (context, args) => {
    const personId = readId(args.text('person'), '--person');
    const { paymentMethods } = await context.rooms();
    await paymentMethods.reset(personId);
    return answerFor(context, personId);
  },
};

export const paymentMethodCommands: readonly Command[] = [list, narrow, reset];

async function answerFor(context: CommandContext, personId: number): Promise<CommandAnswer> {
  const { paymentMethods } = await context.rooms();
  const methods = await paymentMethods.listFor(personId);
  const rows = methods.map(({ id, name, modality, maxInstallments }) => [
    String(id),
    name,
    modality,
    String(maxInstallments),
  ]);
  return {
    record: { personId, methods: methods.map(record) },
    text: textTable(['ID', 'Nome', 'Modalidade', 'Parcelas'], rows),
  };
}

function record({ id, name, modality, maxInstallments, feeExempt, flow }: PaymentMethod) {
  return { id, name, modality, maxInstallments, feeExempt, flow };
}

function readMethods(text: string): readonly number[] {
  const ids = [...new Set(text.split(',').map((part) => readId(part.trim(), '--methods')))];
  const unknown = ids.find((id) => !isPaymentMethod(id));
  if (unknown === undefined) return ids;
  const known = PAYMENT_METHODS.map(({ id }) => id).join(', ');
  throw new UsageError(`Não há forma de pagamento ${unknown}.`, `Há: ${known}`);
}

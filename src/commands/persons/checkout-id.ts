import type { Command, OptionSpec } from '../line/command.ts';
import { textTable } from '../line/text-table.ts';
import { isoTime, spokenTime } from '../line/times.ts';
import { readId } from '../line/values.ts';

const PERSON: OptionSpec = { summary: 'número da pessoa', value: 'ID', required: true };
const ORIGIN: OptionSpec = {
  summary:
    'origem das páginas que podem usá-lo, como https://loja.exemplo.com.br; pode repetir; sem ela, todas',
  value: 'URL',
  repeatable: true,
};

const add: Command = {
  name: 'checkout-id add',
  summary: 'cria um identificador público, com que as páginas da loja criptografam cartões',
  options: { person: PERSON, origin: ORIGIN },
  run: async (context, args) => {
    const personId = readId(args.text('person'), '--person');
    const { accounts } = await context.rooms();
    const added = await accounts.checkoutIds.add({ personId, origins: args.texts('origin') });
    return {
      record: { ...added, createdAt: isoTime(added.createdAt) },
      text: `Identificador público da pessoa ${personId}: ${added.publicId}`,
    };
  },
};

const list: Command = {
  name: 'checkout-id list',
  summary: 'lista os identificadores públicos de uma pessoa, os mais novos primeiro',
  options: { person: PERSON },
  run: async (context, args) => {
    const personId = readId(args.text('person'), '--person');
    const { accounts } = await context.rooms();
    const found = await accounts.checkoutIds.list(personId);
    const rows = found.map((item) => [
      String(item.id),
      item.publicId,
      item.revokedAt === undefined ? 'em uso' : 'revogado',
      spokenTime(item.createdAt, context.timeZone),
      item.origins.length === 0 ? 'todas' : item.origins.join(' '),
    ]);
    return {
      record: {
        checkoutIds: found.map((item) => ({
          ...item,
          createdAt: isoTime(item.createdAt),
          revokedAt: isoTime(item.revokedAt),
        })),
      },
      text:
        rows.length === 0
          ? 'Nenhum identificador público.'
          : textTable(['ID', 'Identificador', 'Situação', 'Criado', 'Origens'], rows),
    };
  },
};

const revoke: Command = {
  name: 'checkout-id revoke',
  summary: 'revoga um identificador público; vale em 5 segundos',
  options: { person: PERSON, id: { summary: 'número do identificador', value: 'N', required: true } },
  run: async (context, args) => {
    const which = { personId: readId(args.text('person'), '--person'), id: readId(args.text('id'), '--id') };
    const { accounts } = await context.rooms();
    const { id } = await accounts.checkoutIds.revoke(which);
    return { record: { revoked: id }, text: `Identificador ${id} revogado.` };
  },
};

export const checkoutIdCommands: readonly Command[] = [add, list, revoke];

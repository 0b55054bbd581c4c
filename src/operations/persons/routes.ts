import Type from 'typebox';
import { BODY_LIMIT_BYTES, Refusal } from '../../platform/index.ts';
import { type Operation, operation } from '../interface/operation.ts';
import { operationRefuse } from '../interface/refusals.ts';
import { BODY_WITH_PHOTO_BYTES } from '../photos/index.ts';
import { type SavePersonCall, type SavePersonOptions, savePerson } from './save.ts';
import { PersonBody, PersonRecord, readPerson, writePerson } from './wire.ts';

export function personOperations(options: SavePersonOptions): readonly Operation[] {
  const insert = operation({
    set: 'Pessoa',
    method: 'Insert',
    verbs: ['POST'],
    summary: 'Cria uma pessoa, que aguarda ativação, ou edita a do id enviado',
    key: 'optional',
    forPerson: false,
    wrapper: 'pessoa',
    body: PersonBody,
    answer: Type.Object({ pessoa: PersonRecord }),
    withData: false,
    audited: true,
    bodyLimitBytes: BODY_WITH_PHOTO_BYTES,
    keylessBodyLimitBytes: BODY_LIMIT_BYTES,
    run: async ({ holder, body, address, written }) => {
      const call = { sent: readPerson(body), photo: body.foto, holder, address, written };
      return { pessoa: writePerson(await saved(options, call)) };
    },
  });
  return [insert];
}

/** Names the document as the request does. */
async function saved(options: SavePersonOptions, call: SavePersonCall) {
  try {
    return await savePerson(options, call);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'document_invalid') throw error;
    throw operationRefuse('value_invalid', {
      field: 'cpfCnpj',
      message: 'O campo cpfCnpj deve ser um CPF ou CNPJ válido.',
    });
  }
}

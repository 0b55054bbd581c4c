import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { PasskeyRow } from '../../../../../src/panel/security/schema.ts';
import { call } from '../../api/call.ts';
import { makePasskey } from '../../session/passkey.ts';
import { useStepUp } from '../../session/step-up.tsx';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { generalFault } from '../../ui/forms/field-faults.ts';
import { useRefused } from '../../ui/forms/use-refused.ts';
import { browserName } from './browser-name.ts';

/** Names a new passkey, which the browser then creates, or renames an existing one. */
export function PasskeyDialog(props: {
  /** Absent: a new one. */
  readonly passkey?: PasskeyRow;
  readonly onClose: () => void;
  /** With the recovery codes of a first second factor. */
  readonly onSaved: (codes?: readonly string[]) => Promise<void>;
}) {
  const { passkey } = props;
  const withStepUp = useStepUp();
  const [name, setName] = useState(passkey?.name ?? browserName(navigator.userAgent));
  const save = useMutation({
    mutationFn: async (): Promise<readonly string[]> => {
      if (passkey) {
        await call('PATCH /security/passkeys/:id', { path: { id: passkey.id }, body: { name } });
        return [];
      }
      const options = await withStepUp(() => call('POST /security/passkeys/options'));
      const credential = await makePasskey(options);
      return (await call('POST /security/passkeys', { body: { name, credential } })).codes;
    },
    onSuccess: (codes) => props.onSaved(codes),
  });
  const faultOf = useRefused(save.error, { name });
  const general = generalFault(save.error, ['name']);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Dialog onClose={props.onClose} title={passkey ? 'Nome da chave de acesso' : 'Nova chave de acesso'}>
      <form onSubmit={submit}>
        {general && <ErrorNotice error={general} />}
        <TextInput
          label="Nome"
          description="Para reconhecê-la depois: celular, computador da loja, chave USB."
          maxLength={60}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={faultOf('name')}
        />
        <Button type="submit" mt="md" fullWidth loading={save.isPending}>
          {passkey ? 'Salvar' : 'Continuar no navegador'}
        </Button>
      </form>
    </Dialog>
  );
}

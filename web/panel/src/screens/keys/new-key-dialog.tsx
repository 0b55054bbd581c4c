import { Button, NativeSelect, Radio, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { NewKey } from '../../../../../src/panel/keys/schema.ts';
import { call } from '../../api/call.ts';
import { useStepUp } from '../../session/step-up.tsx';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { generalFault } from '../../ui/forms/field-faults.ts';
import { useRefused } from '../../ui/forms/use-refused.ts';
import { KEY_KINDS } from './key-words.ts';

const KINDS = ['api', 'integration', 'postback'] as const;
const LIVES = [
  { value: '', label: 'Não vence' },
  { value: '30', label: '30 dias' },
  { value: '90', label: '90 dias' },
  { value: '365', label: '1 ano' },
];

/** Creates a key: kind, name and validity. */
export function NewKeyDialog(props: {
  readonly onClose: () => void;
  readonly onMade: (made: NewKey) => void;
}) {
  const withStepUp = useStepUp();
  const [kind, setKind] = useState<(typeof KINDS)[number]>('api');
  const [label, setLabel] = useState('');
  const [days, setDays] = useState('');
  const make = useMutation({
    mutationFn: () =>
      withStepUp(() =>
        call('POST /keys', {
          body: {
            kind,
            ...(label.trim() ? { label: label.trim() } : {}),
            ...(days === '' ? {} : { expiresInDays: Number(days) }),
          },
        }),
      ),
    onSuccess: props.onMade,
  });
  const faultOf = useRefused(make.error, { label, expiresInDays: days });
  const general = generalFault(make.error, ['label', 'expiresInDays']);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    make.mutate();
  };
  return (
    <Dialog onClose={props.onClose} title="Nova chave">
      <form onSubmit={submit}>
        <Radio.Group label="Tipo" value={kind} onChange={(value) => setKind(value as typeof kind)}>
          {KINDS.map((one) => (
            <Radio
              key={one}
              mt="xs"
              value={one}
              label={KEY_KINDS[one].label}
              description={KEY_KINDS[one].use}
            />
          ))}
        </Radio.Group>
        <TextInput
          mt="md"
          label="Nome"
          description="Para reconhecê-la depois: loja virtual, caixa 2, contador."
          maxLength={60}
          value={label}
          onChange={(event) => setLabel(event.currentTarget.value)}
          error={faultOf('label')}
        />
        <NativeSelect
          mt="md"
          label="Validade"
          data={LIVES}
          value={days}
          onChange={(event) => setDays(event.currentTarget.value)}
          error={faultOf('expiresInDays')}
        />
        {general && <ErrorNotice error={general} />}
        <Button type="submit" mt="lg" fullWidth loading={make.isPending}>
          Criar chave
        </Button>
      </form>
    </Dialog>
  );
}

import { Button, NumberInput, Switch } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PersonDetail } from '../../../../../src/panel/persons/schema.ts';
import { call } from '../../api/call.ts';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { Section } from '../../ui/screens/sheet.tsx';
import styles from './persons.module.css';

/** The operator's settings for one person. */
export function PersonSettings({
  person,
  mayWrite,
}: {
  readonly person: PersonDetail;
  readonly mayWrite: boolean;
}) {
  const client = useQueryClient();
  const [accepts, setAccepts] = useState(person.settings.lateApproval === 'accept');
  const [delay, setDelay] = useState<string | number>(person.settings.postbackDelaySeconds);
  const save = useMutation({
    mutationFn: () =>
      call('POST /persons/:id/settings', {
        path: { id: person.id },
        body: { lateApproval: accepts ? 'accept' : 'undo', postbackDelaySeconds: Number(delay) },
      }),
    onSuccess: (changed) => client.setQueryData(['person', String(person.id)], changed),
  });
  return (
    <Section title="Ajustes">
      <div className={styles.settings}>
        <Switch
          label="Aceitar aprovação tardia"
          description="Se a adquirente aprovar depois uma venda dada como não aprovada, ela vale. Desativado: a venda é desfeita."
          disabled={!mayWrite}
          checked={accepts}
          onChange={(event) => setAccepts(event.currentTarget.checked)}
        />
        <NumberInput
          label="Espera do primeiro aviso (segundos)"
          description="De 0 a 60, depois da resposta da venda"
          min={0}
          max={60}
          allowDecimal={false}
          disabled={!mayWrite}
          value={delay}
          onChange={setDelay}
        />
        {save.error && <ErrorNotice error={save.error} />}
        {mayWrite && (
          <Button variant="default" loading={save.isPending} onClick={() => save.mutate()}>
            {save.isSuccess ? 'Salvo' : 'Salvar ajustes'}
          </Button>
        )}
      </div>
    </Section>
  );
}

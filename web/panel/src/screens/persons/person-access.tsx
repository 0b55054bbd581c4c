import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PersonDetail } from '../../../../../src/panel/persons/schema.ts';
import { call } from '../../api/call.ts';
import { RemoveFactorDialog } from '../../session/remove-factor-dialog.tsx';
import { useMe } from '../../session/session.ts';
import { useStepUp } from '../../session/step-up.tsx';
import { Fact, Facts } from '../../ui/screens/facts.tsx';
import { Section } from '../../ui/screens/sheet.tsx';
import { personTitle } from './person-words.ts';
import styles from './persons.module.css';
import { ReasonDialog } from './reason-dialog.tsx';

export type AccessRoute =
  | 'POST /persons/:id/activate'
  | 'POST /persons/:id/link'
  | 'POST /persons/:id/reactivate'
  | 'POST /persons/:id/unlock';

/** Who of a person gets in, and what gives or takes access. */
export function AccessSection({
  person,
  mayActivate,
  mayGiveAccess,
  onRun,
  onChanged,
}: {
  readonly person: PersonDetail;
  readonly mayActivate: boolean;
  readonly mayGiveAccess: boolean;
  readonly onRun: (route: AccessRoute) => void;
  readonly onChanged: () => Promise<unknown>;
}) {
  const me = useMe();
  // A later link takes the login over: the server lets only the platform's administrators make it.
  const mayRenewLink = mayActivate && (me.user.role === 'platform_admin' || !person.password);
  const [deactivating, setDeactivating] = useState(false);
  const [losing, setLosing] = useState(false);
  return (
    <>
      <Section title="Acesso">
        <Facts>
          <Fact label="Equipe" wide value={peopleOf(person.team.active)} />
          <Fact label="Chaves em uso" wide value={String(person.keys.inUse)} />
          <Fact label="Segundo fator" wide value={person.secondFactor ? 'Ativado' : 'Desativado'} />
        </Facts>
        {(mayRenewLink || mayGiveAccess) && person.status === 'active' && (
          <div className={styles.links}>
            {mayRenewLink && (
              <Button variant="default" onClick={() => onRun('POST /persons/:id/link')}>
                Novo link de senha
              </Button>
            )}
            {mayGiveAccess && person.secondFactor && (
              <Button variant="default" onClick={() => setLosing(true)}>
                Remover segundo fator
              </Button>
            )}
            {mayGiveAccess && person.id !== me.person.id && (
              <Button variant="subtle" color="var(--wrong)" onClick={() => setDeactivating(true)}>
                Desativar
              </Button>
            )}
          </div>
        )}
        {mayGiveAccess && person.status === 'inactive' && (
          <div className={styles.links}>
            <Button onClick={() => onRun('POST /persons/:id/reactivate')}>Reativar</Button>
          </div>
        )}
      </Section>
      {losing && (
        <RemoveFactorDialog
          name={personTitle(person)}
          remove={() => call('DELETE /persons/:id/second-factor', { path: { id: person.id } })}
          onRemoved={onChanged}
          onClose={() => setLosing(false)}
        />
      )}
      {deactivating && <Deactivate person={person} onClose={() => setDeactivating(false)} />}
    </>
  );
}

function Deactivate({ person, onClose }: { readonly person: PersonDetail; readonly onClose: () => void }) {
  const withStepUp = useStepUp();
  const client = useQueryClient();
  const deactivate = useMutation({
    mutationFn: (reason: string) =>
      withStepUp(() => call('POST /persons/:id/deactivate', { path: { id: person.id }, body: { reason } })),
    onSuccess: (changed) => {
      client.setQueryData(['person', String(person.id)], changed);
      onClose();
      return client.invalidateQueries({ queryKey: ['persons'] });
    },
  });
  return (
    <ReasonDialog
      title={`Desativar ${personTitle(person)}?`}
      verb="Desativar"
      pending={deactivate.isPending}
      error={deactivate.error}
      onConfirm={(reason) => deactivate.mutate(reason)}
      onClose={onClose}
    >
      <p>
        Chaves, sessões e links param de valer em segundos. As vendas em aberto seguem até o fim. Você pode
        reativar depois.
      </p>
    </ReasonDialog>
  );
}

function peopleOf(count: number): string {
  return count === 1 ? '1 pessoa' : `${count} pessoas`;
}

import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorNotice } from '../feedback/error-notice.tsx';
import { say } from '../feedback/said.tsx';
import { BelowForm } from './form-screen.tsx';
import { Section, Sheet } from './sheet.tsx';

/** Puts a record apart, or takes it back into use. It does not ask first: the other button undoes it. */
export function Archiving(props: {
  readonly archived: boolean;
  /** What being archived means for the record. */
  readonly children: ReactNode;
  readonly change: (archived: boolean) => Promise<unknown>;
}) {
  const { archived } = props;
  const change = useMutation({
    mutationFn: () => props.change(!archived),
    onSuccess: () => say(archived ? 'Reativado.' : 'Arquivado.'),
  });
  return (
    <BelowForm>
      <Sheet>
        <Section title={archived ? 'Arquivado' : 'Arquivar'}>
          <p className="soft">{props.children}</p>
          {change.error && <ErrorNotice error={change.error} />}
          <Button mt="md" variant="default" loading={change.isPending} onClick={() => change.mutate()}>
            {archived ? 'Reativar' : 'Arquivar'}
          </Button>
        </Section>
      </Sheet>
    </BelowForm>
  );
}

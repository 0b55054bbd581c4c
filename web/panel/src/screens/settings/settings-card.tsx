import { Button } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { useMay } from '../../session/session.ts';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { generalFault } from '../../ui/forms/field-faults.ts';
import { Section, Sheet } from '../../ui/screens/sheet.tsx';
import styles from './settings.module.css';

/** One group of settings with its own save button. */
export function SettingsCard(props: {
  readonly title: string;
  readonly save: UseMutationResult<unknown, Error, void>;
  /** Names of the fields that show their own errors. */
  readonly fields: readonly string[];
  readonly children: ReactNode;
}) {
  const mayWrite = useMay('settings.write');
  const { save } = props;
  const general = generalFault(save.error, props.fields);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // Its field may be far above the button.
    if (save.error) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [save.error]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form ref={form} onSubmit={submit} noValidate aria-label={props.title}>
      <Sheet>
        <fieldset className={styles.fields} disabled={!mayWrite}>
          <Section title={props.title}>{props.children}</Section>
        </fieldset>
        {mayWrite && (
          <div className={styles.foot}>
            <Button type="submit" loading={save.isPending}>
              Salvar
            </Button>
            <span role="status" className={styles.saved}>
              {save.isSuccess && !save.isPending ? 'Salvo.' : ''}
            </span>
          </div>
        )}
      </Sheet>
      {general && <ErrorNotice error={general} />}
    </form>
  );
}

import { Button, Modal, PasswordInput, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { createContext, type FormEvent, type ReactNode, useContext, useMemo, useRef, useState } from 'react';
import { CallError, call } from '../api/call.ts';
import { Notice } from '../ui/notice.tsx';
import { useMe } from './session.ts';

type WithStepUp = <Answer>(work: () => Promise<Answer>) => Promise<Answer>;

const StepUpContext = createContext<WithStepUp>((work) => work());

/**
 * Runs a call that may ask for a fresh second factor: the dialog asks for it, and the call is made again. Closed
 * without an answer, the refusal stands.
 */
export function useStepUp(): WithStepUp {
  return useContext(StepUpContext);
}

interface Asked {
  readonly settle: (given: boolean) => void;
}

export function StepUpProvider({ children }: { readonly children: ReactNode }) {
  const [asked, setAsked] = useState<Asked>();
  const open = useRef(setAsked);
  const withStepUp = useMemo<WithStepUp>(
    () => async (work) => {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof CallError) || error.code !== 'second_factor_needed') throw error;
        const given = await new Promise<boolean>((settle) => open.current({ settle }));
        if (!given) throw error;
        return work();
      }
    },
    [],
  );
  const end = (given: boolean) => {
    asked?.settle(given);
    setAsked(undefined);
  };
  return (
    <StepUpContext value={withStepUp}>
      {children}
      {asked && <StepUpDialog onEnd={end} />}
    </StepUpContext>
  );
}

function StepUpDialog({ onEnd }: { readonly onEnd: (given: boolean) => void }) {
  const { secondFactor } = useMe();
  const byCode = secondFactor.enabled;
  const [typed, setTyped] = useState('');
  const confirm = useMutation({
    mutationFn: () => call('POST /session/step-up', { body: byCode ? { code: typed } : { password: typed } }),
    onSuccess: () => onEnd(true),
    onError: () => setTyped(''),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed !== '') confirm.mutate();
  };
  return (
    <Modal
      opened
      onClose={() => onEnd(false)}
      title="Confirme que é você"
      centered
      zIndex={400}
      closeButtonProps={{ 'aria-label': 'Fechar' }}
    >
      <form onSubmit={submit}>
        {confirm.isError && <Notice tone="bad">{confirm.error.message}</Notice>}
        {byCode ? (
          <TextInput
            label="Código do aplicativo autenticador"
            inputMode="numeric"
            autoComplete="one-time-code"
            data-autofocus
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        ) : (
          <PasswordInput
            label="Sua senha"
            autoComplete="current-password"
            data-autofocus
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
        <Button type="submit" mt="md" fullWidth loading={confirm.isPending}>
          Confirmar
        </Button>
      </form>
    </Modal>
  );
}

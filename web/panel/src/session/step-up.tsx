import { createContext, lazy, type ReactNode, Suspense, useContext, useMemo, useRef, useState } from 'react';
import { CallError } from '../api/call.ts';

const StepUpDialog = lazy(async () => ({ default: (await import('./step-up-dialog.tsx')).StepUpDialog }));

type WithStepUp = <Answer>(work: () => Promise<Answer>) => Promise<Answer>;

const StepUpContext = createContext<WithStepUp>((work) => work());

/**
 * Runs a call that may need a fresh second factor: the dialog asks for it, and the call is repeated. If the dialog is
 * closed, the call is refused.
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
      {asked && (
        <Suspense fallback={null}>
          <StepUpDialog onEnd={end} />
        </Suspense>
      )}
    </StepUpContext>
  );
}

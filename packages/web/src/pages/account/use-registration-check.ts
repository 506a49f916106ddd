import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../api.ts';
import { useDebouncedValue } from '../../components/use-debounced-value.ts';

export interface RegistrationCheck {
  readonly email: string | null;
  readonly password: string | null;
  readonly strength: number | null;
}

const WAIT_MS = 400;

/** What the server states about a domain and a password while they are typed; undefined until it has. */
export function useRegistrationCheck(asked: {
  readonly email?: string;
  readonly password?: string;
  readonly name?: string;
  readonly agency?: string;
}): RegistrationCheck | undefined {
  const text = useDebouncedValue(JSON.stringify(asked), WAIT_MS);
  const settled = JSON.parse(text) as typeof asked;
  const isAsked = Boolean(settled.email || settled.password);
  const { data } = useQuery({
    queryKey: ['registration-check', text],
    // Kept nowhere longer than the form is there: it holds a password.
    gcTime: 0,
    queryFn: ({ signal }) => api.call('checkRegistration', { body: settled, signal }),
    enabled: isAsked,
    retry: false,
    placeholderData: keepPreviousData,
  });
  return isAsked && text === JSON.stringify(asked) ? data : undefined;
}

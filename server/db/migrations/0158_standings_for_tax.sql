-- Withholding is worked out for all lines of a distribution, holds only for those that are shown: what each needs is read apart.
drop function if exists tax_standings(text[]);

-- The defaults have changed: holds of a day, images after approval (decisions 7 and 10). The form stores both settings whenever one of
-- them is saved, so a stored former default that was never anything else, by the audit, was nobody's choice.
delete from settings where key = 'holdMinutes' and value = '60' and not exists (
	select 1 from audit_entries where subject_type = 'setting' and subject_id = 'holdMinutes' and json_extract(detail, '$.value') <> 60
);
--> statement-breakpoint
delete from settings where key = 'showCreatives' and value = '"at-once"' and not exists (
	select 1 from audit_entries where subject_type = 'setting' and subject_id = 'showCreatives' and json_extract(detail, '$.value') <> 'at-once'
);

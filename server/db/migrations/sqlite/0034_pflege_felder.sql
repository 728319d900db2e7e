ALTER TABLE `pvs_patient` ADD `eingliederungshilfe` integer;--> statement-breakpoint
ALTER TABLE `pvs_patient` ADD `kooperationsvertrag` integer;
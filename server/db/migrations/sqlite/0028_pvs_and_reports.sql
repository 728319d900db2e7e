CREATE TABLE `dashboard_settings` (
	`cid` text NOT NULL,
	`user_id` text NOT NULL,
	`settings` text NOT NULL,
	`version` integer NOT NULL,
	`changed_at` integer NOT NULL,
	PRIMARY KEY(`cid`, `user_id`)
);
--> statement-breakpoint
CREATE TABLE `hvm_config` (
	`cid` text NOT NULL,
	`region` text NOT NULL,
	`jahr` integer NOT NULL,
	`quartal` integer NOT NULL,
	`config` text NOT NULL,
	`changed_by` text NOT NULL,
	`changed_at` integer NOT NULL,
	PRIMARY KEY(`cid`, `region`, `jahr`, `quartal`)
);
--> statement-breakpoint
CREATE TABLE `pattermapi` (
	`cid` text NOT NULL,
	`kind` text NOT NULL,
	`word` text NOT NULL,
	`gruppe` text NOT NULL,
	`is_proposed` integer NOT NULL,
	`changed_by` text NOT NULL,
	`changed_at` integer NOT NULL,
	PRIMARY KEY(`cid`, `kind`, `word`)
);
--> statement-breakpoint
CREATE TABLE `plan_label` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`color` text NOT NULL,
	`kind` text NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY(`cid`, `id`)
);
--> statement-breakpoint
CREATE TABLE `plan_label_on` (
	`cid` text NOT NULL,
	`label_id` text NOT NULL,
	`target` text NOT NULL,
	`by` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`cid`, `label_id`, `target`)
);
--> statement-breakpoint
CREATE INDEX `plan_label_on_target` ON `plan_label_on` (`cid`,`target`);--> statement-breakpoint
CREATE TABLE `plan_note` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`target` text NOT NULL,
	`text` text NOT NULL,
	`by` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`cid`, `id`)
);
--> statement-breakpoint
CREATE INDEX `plan_note_target` ON `plan_note` (`cid`,`kind`,`target`);--> statement-breakpoint
CREATE TABLE `plan_step` (
	`cid` text NOT NULL,
	`kind` text NOT NULL,
	`target` text NOT NULL,
	`step` text NOT NULL,
	`due_at` text,
	`who` text,
	`state` text NOT NULL,
	`by` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`cid`, `kind`, `target`)
);
--> statement-breakpoint
CREATE INDEX `plan_step_due` ON `plan_step` (`cid`,`state`,`due_at`);--> statement-breakpoint
CREATE TABLE `praxiswert` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`art` text NOT NULL,
	`schluessel` text NOT NULL,
	`wert` real NOT NULL,
	`valid_from` text NOT NULL,
	`valid_to` text,
	`note` text NOT NULL,
	`changed_by` text NOT NULL,
	`changed_at` integer NOT NULL,
	PRIMARY KEY(`cid`, `id`)
);
--> statement-breakpoint
CREATE INDEX `praxiswert_key` ON `praxiswert` (`cid`,`art`,`schluessel`);--> statement-breakpoint
CREATE TABLE `profile` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`owner` text,
	`report` text NOT NULL,
	`filter` text NOT NULL,
	`position` integer NOT NULL,
	`changed_by` text NOT NULL,
	`changed_at` integer NOT NULL,
	PRIMARY KEY(`cid`, `id`)
);
--> statement-breakpoint
CREATE TABLE `pvs_arbeitszeit` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`hash` integer NOT NULL,
	`batch` integer NOT NULL,
	`deleted` integer NOT NULL,
	`behandler` text,
	`datum` text,
	`von` integer,
	`bis` integer,
	`zimmer` text,
	`typ` text,
	PRIMARY KEY(`cid`, `id`, `version`, `hash`, `batch`)
);
--> statement-breakpoint
CREATE INDEX `pvs_arbeitszeit_batch` ON `pvs_arbeitszeit` (`cid`,`batch`);--> statement-breakpoint
CREATE TABLE `pvs_batch` (
	`cid` text NOT NULL,
	`batch` integer NOT NULL,
	`run` text NOT NULL,
	`state` text NOT NULL,
	`source` text NOT NULL,
	`way` text NOT NULL,
	`sha256` text,
	`rows` integer NOT NULL,
	`counts` text NOT NULL,
	`refused` integer NOT NULL,
	`opened_at` integer NOT NULL,
	`closed_at` integer,
	`withdrawn_at` integer,
	`by` text NOT NULL,
	`withdrawn_by` text,
	PRIMARY KEY(`cid`, `batch`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `pvs_batch_run` ON `pvs_batch` (`cid`,`run`);--> statement-breakpoint
CREATE TABLE `pvs_behandler` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`hash` integer NOT NULL,
	`batch` integer NOT NULL,
	`deleted` integer NOT NULL,
	`name` text,
	`titel` text,
	`kuerzel` text,
	`art` text,
	`abrechnend` integer,
	`team` text,
	`stempel` text,
	`eintritt` text,
	`austritt` text,
	PRIMARY KEY(`cid`, `id`, `version`, `hash`, `batch`)
);
--> statement-breakpoint
CREATE INDEX `pvs_behandler_batch` ON `pvs_behandler` (`cid`,`batch`);--> statement-breakpoint
CREATE TABLE `pvs_bemagoz` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`hash` integer NOT NULL,
	`batch` integer NOT NULL,
	`deleted` integer NOT NULL,
	`system` text,
	`nr` text,
	`text` text,
	`punkte` integer,
	`preis` integer,
	`gueltig_von` text,
	`gueltig_bis` text,
	PRIMARY KEY(`cid`, `id`, `version`, `hash`, `batch`)
);
--> statement-breakpoint
CREATE INDEX `pvs_bemagoz_batch` ON `pvs_bemagoz` (`cid`,`batch`);--> statement-breakpoint
CREATE TABLE `pvs_carried` (
	`cid` text NOT NULL,
	`kind` text NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`hash` integer NOT NULL,
	`values` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`cid`, `kind`, `id`)
);
--> statement-breakpoint
CREATE TABLE `pvs_epaupload` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`hash` integer NOT NULL,
	`batch` integer NOT NULL,
	`deleted` integer NOT NULL,
	`patid` text,
	`datum` text,
	PRIMARY KEY(`cid`, `id`, `version`, `hash`, `batch`)
);
--> statement-breakpoint
CREATE INDEX `pvs_epaupload_batch` ON `pvs_epaupload` (`cid`,`batch`);--> statement-breakpoint
CREATE TABLE `pvs_fehlzeit` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`hash` integer NOT NULL,
	`batch` integer NOT NULL,
	`deleted` integer NOT NULL,
	`mitarbeiter` text,
	`von` text,
	`bis` text,
	`art` text,
	PRIMARY KEY(`cid`, `id`, `version`, `hash`, `batch`)
);
--> statement-breakpoint
CREATE INDEX `pvs_fehlzeit_batch` ON `pvs_fehlzeit` (`cid`,`batch`);--> statement-breakpoint
CREATE TABLE `pvs_hkp` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`hash` integer NOT NULL,
	`batch` integer NOT NULL,
	`deleted` integer NOT NULL,
	`patid` text,
	`behandler` text,
	`art` text,
	`status` text,
	`grund` text,
	`bezeichnung` text,
	`erstellt_am` text,
	`besprochen_am` text,
	`angenommen_am` text,
	`gesendet_am` text,
	`beantwortet_am` text,
	`genehmigt_am` text,
	`termin_am` text,
	`begonnen_am` text,
	`eingegliedert_am` text,
	`abgerechnet_am` text,
	`verworfen_am` text,
	`gueltig_bis` text,
	`honorar_bema` integer,
	`honorar_goz` integer,
	`mat_lab_gkv` integer,
	`mat_lab_privat` integer,
	`gesamt` integer,
	`festzuschuss` integer,
	`eigenanteil` integer,
	`versorgungsart` text,
	`bonus` integer,
	`ebz_status` text,
	PRIMARY KEY(`cid`, `id`, `version`, `hash`, `batch`)
);
--> statement-breakpoint
CREATE INDEX `pvs_hkp_batch` ON `pvs_hkp` (`cid`,`batch`);--> statement-breakpoint
CREATE TABLE `pvs_hkpposition` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`hash` integer NOT NULL,
	`batch` integer NOT NULL,
	`deleted` integer NOT NULL,
	`hkpid` text,
	`system` text,
	`nr` text,
	`zahn` text,
	`menge` integer,
	`faktor` integer,
	`betrag` integer,
	`befund` text,
	PRIMARY KEY(`cid`, `id`, `version`, `hash`, `batch`)
);
--> statement-breakpoint
CREATE INDEX `pvs_hkpposition_batch` ON `pvs_hkpposition` (`cid`,`batch`);--> statement-breakpoint
CREATE TABLE `pvs_kariesrisiko` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`hash` integer NOT NULL,
	`batch` integer NOT NULL,
	`deleted` integer NOT NULL,
	`patid` text,
	`datum` text,
	`risiko` text,
	PRIMARY KEY(`cid`, `id`, `version`, `hash`, `batch`)
);
--> statement-breakpoint
CREATE INDEX `pvs_kariesrisiko_batch` ON `pvs_kariesrisiko` (`cid`,`batch`);--> statement-breakpoint
CREATE TABLE `pvs_leistung` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`hash` integer NOT NULL,
	`batch` integer NOT NULL,
	`deleted` integer NOT NULL,
	`patid` text,
	`behandler` text,
	`abr_behandler` text,
	`zimmer` text,
	`stempel` text,
	`termin_id` text,
	`datum` text,
	`system` text,
	`nr` text,
	`zahn` text,
	`flaechen` text,
	`menge` integer,
	`punkte` integer,
	`faktor` integer,
	`faktorgrund` text,
	`honorar` integer,
	`material` integer,
	`eigenlabor` integer,
	`fremdlabor` integer,
	`betrag` integer,
	`bereich` text,
	`kostentraeger` text,
	`status` text,
	`storno` integer,
	`rechnung_id` text,
	`hkpid` text,
	PRIMARY KEY(`cid`, `id`, `version`, `hash`, `batch`)
);
--> statement-breakpoint
CREATE INDEX `pvs_leistung_batch` ON `pvs_leistung` (`cid`,`batch`);--> statement-breakpoint
CREATE TABLE `pvs_mapping` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`mapping` text NOT NULL,
	`changed_by` text NOT NULL,
	`changed_at` integer NOT NULL,
	PRIMARY KEY(`cid`, `id`)
);
--> statement-breakpoint
CREATE TABLE `pvs_mitarbeiter` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`hash` integer NOT NULL,
	`batch` integer NOT NULL,
	`deleted` integer NOT NULL,
	`name` text,
	`taetigkeit` text,
	`fte` integer,
	`team` text,
	`geburtsdatum` text,
	`eintritt` text,
	`austritt` text,
	PRIMARY KEY(`cid`, `id`, `version`, `hash`, `batch`)
);
--> statement-breakpoint
CREATE INDEX `pvs_mitarbeiter_batch` ON `pvs_mitarbeiter` (`cid`,`batch`);--> statement-breakpoint
CREATE TABLE `pvs_mkv` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`hash` integer NOT NULL,
	`batch` integer NOT NULL,
	`deleted` integer NOT NULL,
	`patid` text,
	`datum` text,
	`zahn` text,
	`nr` text,
	`betrag` integer,
	PRIMARY KEY(`cid`, `id`, `version`, `hash`, `batch`)
);
--> statement-breakpoint
CREATE INDEX `pvs_mkv_batch` ON `pvs_mkv` (`cid`,`batch`);--> statement-breakpoint
CREATE TABLE `pvs_params` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`hash` integer NOT NULL,
	`batch` integer NOT NULL,
	`deleted` integer NOT NULL,
	`wert` text,
	PRIMARY KEY(`cid`, `id`, `version`, `hash`, `batch`)
);
--> statement-breakpoint
CREATE INDEX `pvs_params_batch` ON `pvs_params` (`cid`,`batch`);--> statement-breakpoint
CREATE TABLE `pvs_parfall` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`hash` integer NOT NULL,
	`batch` integer NOT NULL,
	`deleted` integer NOT NULL,
	`patid` text,
	`behandler` text,
	`grad` text,
	`status` text,
	`erstellt_am` text,
	`gesendet_am` text,
	`genehmigt_am` text,
	`atg_am` text,
	`mhu_am` text,
	`ait_von` text,
	`ait_bis` text,
	`bev_am` text,
	`cpt_am` text,
	`upt_von` text,
	`upt_bis` text,
	`abgeschlossen_am` text,
	`zaehne_einwurzelig` integer,
	`zaehne_mehrwurzelig` integer,
	`wert` integer,
	PRIMARY KEY(`cid`, `id`, `version`, `hash`, `batch`)
);
--> statement-breakpoint
CREATE INDEX `pvs_parfall_batch` ON `pvs_parfall` (`cid`,`batch`);--> statement-breakpoint
CREATE TABLE `pvs_part` (
	`cid` text NOT NULL,
	`batch` integer NOT NULL,
	`part` integer NOT NULL,
	`entity` text NOT NULL,
	`sha256` text NOT NULL,
	`rows` integer NOT NULL,
	`is_done` integer NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`cid`, `batch`, `part`)
);
--> statement-breakpoint
CREATE TABLE `pvs_patient` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`hash` integer NOT NULL,
	`batch` integer NOT NULL,
	`deleted` integer NOT NULL,
	`titel` text,
	`vorname` text,
	`nachname` text,
	`geburtsdatum` text,
	`geschlecht` text,
	`strasse` text,
	`plz` text,
	`ort` text,
	`land` text,
	`telefon` text,
	`mobil` text,
	`email` text,
	`versicherung` text,
	`kasse` text,
	`kassenart` text,
	`wop` text,
	`pflegegrad` integer,
	`einrichtung` integer,
	`beihilfe` integer,
	`bonusjahre` integer,
	`aktiv` integer,
	`erstbesuch` text,
	`quelle` text,
	`stichworte` text,
	`zusammengefuehrt_in` text,
	PRIMARY KEY(`cid`, `id`, `version`, `hash`, `batch`)
);
--> statement-breakpoint
CREATE INDEX `pvs_patient_batch` ON `pvs_patient` (`cid`,`batch`);--> statement-breakpoint
CREATE TABLE `pvs_prothese` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`hash` integer NOT NULL,
	`batch` integer NOT NULL,
	`deleted` integer NOT NULL,
	`patid` text,
	`art` text,
	`kiefer` text,
	`eingegliedert_am` text,
	PRIMARY KEY(`cid`, `id`, `version`, `hash`, `batch`)
);
--> statement-breakpoint
CREATE INDEX `pvs_prothese_batch` ON `pvs_prothese` (`cid`,`batch`);--> statement-breakpoint
CREATE TABLE `pvs_psi` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`hash` integer NOT NULL,
	`batch` integer NOT NULL,
	`deleted` integer NOT NULL,
	`patid` text,
	`datum` text,
	`codes` text,
	PRIMARY KEY(`cid`, `id`, `version`, `hash`, `batch`)
);
--> statement-breakpoint
CREATE INDEX `pvs_psi_batch` ON `pvs_psi` (`cid`,`batch`);--> statement-breakpoint
CREATE TABLE `pvs_recall` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`hash` integer NOT NULL,
	`batch` integer NOT NULL,
	`deleted` integer NOT NULL,
	`patid` text,
	`art` text,
	`intervall_wochen` integer,
	`faellig_am` text,
	`status` text,
	`termin_id` text,
	`erinnert_am` text,
	PRIMARY KEY(`cid`, `id`, `version`, `hash`, `batch`)
);
--> statement-breakpoint
CREATE INDEX `pvs_recall_batch` ON `pvs_recall` (`cid`,`batch`);--> statement-breakpoint
CREATE TABLE `pvs_rechnung` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`hash` integer NOT NULL,
	`batch` integer NOT NULL,
	`deleted` integer NOT NULL,
	`patid` text,
	`nummer` text,
	`art` text,
	`datum` text,
	`faellig_am` text,
	`betrag` integer,
	`mahnstufe` integer,
	`storno_am` text,
	`gutschrift_zu` text,
	`beanstandet_am` text,
	`factoringfirma` text,
	`stempel` text,
	PRIMARY KEY(`cid`, `id`, `version`, `hash`, `batch`)
);
--> statement-breakpoint
CREATE INDEX `pvs_rechnung_batch` ON `pvs_rechnung` (`cid`,`batch`);--> statement-breakpoint
CREATE TABLE `pvs_stempel` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`hash` integer NOT NULL,
	`batch` integer NOT NULL,
	`deleted` integer NOT NULL,
	`name` text,
	`kzv_nummer` text,
	PRIMARY KEY(`cid`, `id`, `version`, `hash`, `batch`)
);
--> statement-breakpoint
CREATE INDEX `pvs_stempel_batch` ON `pvs_stempel` (`cid`,`batch`);--> statement-breakpoint
CREATE TABLE `pvs_stichworte` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`hash` integer NOT NULL,
	`batch` integer NOT NULL,
	`deleted` integer NOT NULL,
	`kuerzel` text,
	`text` text,
	PRIMARY KEY(`cid`, `id`, `version`, `hash`, `batch`)
);
--> statement-breakpoint
CREATE INDEX `pvs_stichworte_batch` ON `pvs_stichworte` (`cid`,`batch`);--> statement-breakpoint
CREATE TABLE `pvs_tagesnotiz` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`hash` integer NOT NULL,
	`batch` integer NOT NULL,
	`deleted` integer NOT NULL,
	`patid` text,
	`datum` text,
	`behandler` text,
	`text` text,
	PRIMARY KEY(`cid`, `id`, `version`, `hash`, `batch`)
);
--> statement-breakpoint
CREATE INDEX `pvs_tagesnotiz_batch` ON `pvs_tagesnotiz` (`cid`,`batch`);--> statement-breakpoint
CREATE TABLE `pvs_teams` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`hash` integer NOT NULL,
	`batch` integer NOT NULL,
	`deleted` integer NOT NULL,
	`name` text,
	PRIMARY KEY(`cid`, `id`, `version`, `hash`, `batch`)
);
--> statement-breakpoint
CREATE INDEX `pvs_teams_batch` ON `pvs_teams` (`cid`,`batch`);--> statement-breakpoint
CREATE TABLE `pvs_termin` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`hash` integer NOT NULL,
	`batch` integer NOT NULL,
	`deleted` integer NOT NULL,
	`patid` text,
	`behandler` text,
	`zimmer` text,
	`terminart` text,
	`start` integer,
	`dauer_min` integer,
	`angelegt_am` integer,
	`status` text,
	`status_am` integer,
	`absage_am` integer,
	`absagegrund` text,
	`ankunft` integer,
	`beginn` integer,
	`ende` integer,
	`neupatient` integer,
	`quelle` text,
	`stichworte` text,
	`hkpid` text,
	PRIMARY KEY(`cid`, `id`, `version`, `hash`, `batch`)
);
--> statement-breakpoint
CREATE INDEX `pvs_termin_batch` ON `pvs_termin` (`cid`,`batch`);--> statement-breakpoint
CREATE TABLE `pvs_terminarten` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`hash` integer NOT NULL,
	`batch` integer NOT NULL,
	`deleted` integer NOT NULL,
	`name` text,
	`gruppe` text,
	`standardgruppe` text,
	`dauer_min` integer,
	`ist_recall` integer,
	PRIMARY KEY(`cid`, `id`, `version`, `hash`, `batch`)
);
--> statement-breakpoint
CREATE INDEX `pvs_terminarten_batch` ON `pvs_terminarten` (`cid`,`batch`);--> statement-breakpoint
CREATE TABLE `pvs_termingruppen` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`hash` integer NOT NULL,
	`batch` integer NOT NULL,
	`deleted` integer NOT NULL,
	`name` text,
	PRIMARY KEY(`cid`, `id`, `version`, `hash`, `batch`)
);
--> statement-breakpoint
CREATE INDEX `pvs_termingruppen_batch` ON `pvs_termingruppen` (`cid`,`batch`);--> statement-breakpoint
CREATE TABLE `pvs_warteliste` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`hash` integer NOT NULL,
	`batch` integer NOT NULL,
	`deleted` integer NOT NULL,
	`patid` text,
	`seit` text,
	`bis` text,
	`terminart` text,
	`behandler` text,
	`dauer_min` integer,
	`notiz` text,
	PRIMARY KEY(`cid`, `id`, `version`, `hash`, `batch`)
);
--> statement-breakpoint
CREATE INDEX `pvs_warteliste_batch` ON `pvs_warteliste` (`cid`,`batch`);--> statement-breakpoint
CREATE TABLE `pvs_zahlung` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`hash` integer NOT NULL,
	`batch` integer NOT NULL,
	`deleted` integer NOT NULL,
	`rechnung_id` text,
	`datum` text,
	`betrag` integer,
	`art` text,
	PRIMARY KEY(`cid`, `id`, `version`, `hash`, `batch`)
);
--> statement-breakpoint
CREATE INDEX `pvs_zahlung_batch` ON `pvs_zahlung` (`cid`,`batch`);--> statement-breakpoint
CREATE TABLE `pvs_zahnbefund` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`hash` integer NOT NULL,
	`batch` integer NOT NULL,
	`deleted` integer NOT NULL,
	`patid` text,
	`datum` text,
	`zahn` text,
	`befund` text,
	`flaechen` text,
	PRIMARY KEY(`cid`, `id`, `version`, `hash`, `batch`)
);
--> statement-breakpoint
CREATE INDEX `pvs_zahnbefund_batch` ON `pvs_zahnbefund` (`cid`,`batch`);--> statement-breakpoint
CREATE TABLE `pvs_zimmer` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`hash` integer NOT NULL,
	`batch` integer NOT NULL,
	`deleted` integer NOT NULL,
	`name` text,
	PRIMARY KEY(`cid`, `id`, `version`, `hash`, `batch`)
);
--> statement-breakpoint
CREATE INDEX `pvs_zimmer_batch` ON `pvs_zimmer` (`cid`,`batch`);--> statement-breakpoint
CREATE TABLE `report_mail` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`report` text NOT NULL,
	`filter` text NOT NULL,
	`weekday` integer,
	`time` text NOT NULL,
	`recipients` text NOT NULL,
	`last_at` integer,
	`by` text NOT NULL,
	`changed_at` integer NOT NULL,
	PRIMARY KEY(`cid`, `id`)
);
--> statement-breakpoint
CREATE TABLE `report_note` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`report` text NOT NULL,
	`key` text NOT NULL,
	`text` text NOT NULL,
	`by` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`cid`, `id`)
);
--> statement-breakpoint
CREATE INDEX `report_note_report` ON `report_note` (`cid`,`report`);--> statement-breakpoint
CREATE TABLE `report_snapshot` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`report` text NOT NULL,
	`filter` text NOT NULL,
	`rows` blob NOT NULL,
	`sha256` text NOT NULL,
	`at` integer NOT NULL,
	`by` text NOT NULL,
	PRIMARY KEY(`cid`, `id`)
);
--> statement-breakpoint
CREATE INDEX `report_snapshot_report` ON `report_snapshot` (`cid`,`report`,`at`);--> statement-breakpoint
CREATE TABLE `ziel` (
	`cid` text NOT NULL,
	`kennzahl` text NOT NULL,
	`behandler` text NOT NULL,
	`valid_from` text NOT NULL,
	`value` real,
	`changed_by` text NOT NULL,
	`changed_at` integer NOT NULL,
	PRIMARY KEY(`cid`, `kennzahl`, `behandler`, `valid_from`)
);

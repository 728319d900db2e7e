CREATE TABLE "dashboard_settings" (
	"cid" text NOT NULL,
	"user_id" text NOT NULL,
	"settings" jsonb NOT NULL,
	"version" integer NOT NULL,
	"changed_at" bigint NOT NULL,
	CONSTRAINT "dashboard_settings_cid_user_id_pk" PRIMARY KEY("cid","user_id")
);
--> statement-breakpoint
CREATE TABLE "hvm_config" (
	"cid" text NOT NULL,
	"region" text NOT NULL,
	"jahr" integer NOT NULL,
	"quartal" integer NOT NULL,
	"config" jsonb NOT NULL,
	"changed_by" text NOT NULL,
	"changed_at" bigint NOT NULL,
	CONSTRAINT "hvm_config_cid_region_jahr_quartal_pk" PRIMARY KEY("cid","region","jahr","quartal")
);
--> statement-breakpoint
CREATE TABLE "pattermapi" (
	"cid" text NOT NULL,
	"kind" text NOT NULL,
	"word" text NOT NULL,
	"gruppe" text NOT NULL,
	"is_proposed" boolean NOT NULL,
	"changed_by" text NOT NULL,
	"changed_at" bigint NOT NULL,
	CONSTRAINT "pattermapi_cid_kind_word_pk" PRIMARY KEY("cid","kind","word")
);
--> statement-breakpoint
CREATE TABLE "plan_label" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"color" text NOT NULL,
	"kind" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "plan_label_cid_id_pk" PRIMARY KEY("cid","id")
);
--> statement-breakpoint
CREATE TABLE "plan_label_on" (
	"cid" text NOT NULL,
	"label_id" text NOT NULL,
	"target" text NOT NULL,
	"by" text NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "plan_label_on_cid_label_id_target_pk" PRIMARY KEY("cid","label_id","target")
);
--> statement-breakpoint
CREATE TABLE "plan_note" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"kind" text NOT NULL,
	"target" text NOT NULL,
	"text" text NOT NULL,
	"by" text NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "plan_note_cid_id_pk" PRIMARY KEY("cid","id")
);
--> statement-breakpoint
CREATE TABLE "plan_step" (
	"cid" text NOT NULL,
	"kind" text NOT NULL,
	"target" text NOT NULL,
	"step" text NOT NULL,
	"due_at" text,
	"who" text,
	"state" text NOT NULL,
	"by" text NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "plan_step_cid_kind_target_pk" PRIMARY KEY("cid","kind","target")
);
--> statement-breakpoint
CREATE TABLE "praxiswert" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"art" text NOT NULL,
	"schluessel" text NOT NULL,
	"wert" double precision NOT NULL,
	"valid_from" text NOT NULL,
	"valid_to" text,
	"note" text NOT NULL,
	"changed_by" text NOT NULL,
	"changed_at" bigint NOT NULL,
	CONSTRAINT "praxiswert_cid_id_pk" PRIMARY KEY("cid","id")
);
--> statement-breakpoint
CREATE TABLE "profile" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"owner" text,
	"report" text NOT NULL,
	"filter" jsonb NOT NULL,
	"position" integer NOT NULL,
	"changed_by" text NOT NULL,
	"changed_at" bigint NOT NULL,
	CONSTRAINT "profile_cid_id_pk" PRIMARY KEY("cid","id")
);
--> statement-breakpoint
CREATE TABLE "pvs_arbeitszeit" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"version" bigint NOT NULL,
	"hash" bigint NOT NULL,
	"batch" integer NOT NULL,
	"deleted" boolean NOT NULL,
	"behandler" text,
	"datum" text,
	"von" integer,
	"bis" integer,
	"zimmer" text,
	"typ" text,
	CONSTRAINT "pvs_arbeitszeit_cid_id_version_hash_batch_pk" PRIMARY KEY("cid","id","version","hash","batch")
);
--> statement-breakpoint
CREATE TABLE "pvs_batch" (
	"cid" text NOT NULL,
	"batch" integer NOT NULL,
	"run" text NOT NULL,
	"state" text NOT NULL,
	"source" text NOT NULL,
	"way" text NOT NULL,
	"sha256" text,
	"rows" integer NOT NULL,
	"counts" jsonb NOT NULL,
	"refused" integer NOT NULL,
	"opened_at" bigint NOT NULL,
	"closed_at" bigint,
	"withdrawn_at" bigint,
	"by" text NOT NULL,
	"withdrawn_by" text,
	CONSTRAINT "pvs_batch_cid_batch_pk" PRIMARY KEY("cid","batch")
);
--> statement-breakpoint
CREATE TABLE "pvs_behandler" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"version" bigint NOT NULL,
	"hash" bigint NOT NULL,
	"batch" integer NOT NULL,
	"deleted" boolean NOT NULL,
	"name" text,
	"titel" text,
	"kuerzel" text,
	"art" text,
	"abrechnend" boolean,
	"team" text,
	"stempel" text,
	"eintritt" text,
	"austritt" text,
	CONSTRAINT "pvs_behandler_cid_id_version_hash_batch_pk" PRIMARY KEY("cid","id","version","hash","batch")
);
--> statement-breakpoint
CREATE TABLE "pvs_bemagoz" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"version" bigint NOT NULL,
	"hash" bigint NOT NULL,
	"batch" integer NOT NULL,
	"deleted" boolean NOT NULL,
	"system" text,
	"nr" text,
	"text" text,
	"punkte" integer,
	"preis" bigint,
	"gueltig_von" text,
	"gueltig_bis" text,
	CONSTRAINT "pvs_bemagoz_cid_id_version_hash_batch_pk" PRIMARY KEY("cid","id","version","hash","batch")
);
--> statement-breakpoint
CREATE TABLE "pvs_carried" (
	"cid" text NOT NULL,
	"kind" text NOT NULL,
	"id" text NOT NULL,
	"version" bigint NOT NULL,
	"hash" bigint NOT NULL,
	"values" jsonb NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "pvs_carried_cid_kind_id_pk" PRIMARY KEY("cid","kind","id")
);
--> statement-breakpoint
CREATE TABLE "pvs_epaupload" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"version" bigint NOT NULL,
	"hash" bigint NOT NULL,
	"batch" integer NOT NULL,
	"deleted" boolean NOT NULL,
	"patid" text,
	"datum" text,
	CONSTRAINT "pvs_epaupload_cid_id_version_hash_batch_pk" PRIMARY KEY("cid","id","version","hash","batch")
);
--> statement-breakpoint
CREATE TABLE "pvs_fehlzeit" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"version" bigint NOT NULL,
	"hash" bigint NOT NULL,
	"batch" integer NOT NULL,
	"deleted" boolean NOT NULL,
	"mitarbeiter" text,
	"von" text,
	"bis" text,
	"art" text,
	CONSTRAINT "pvs_fehlzeit_cid_id_version_hash_batch_pk" PRIMARY KEY("cid","id","version","hash","batch")
);
--> statement-breakpoint
CREATE TABLE "pvs_hkp" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"version" bigint NOT NULL,
	"hash" bigint NOT NULL,
	"batch" integer NOT NULL,
	"deleted" boolean NOT NULL,
	"patid" text,
	"behandler" text,
	"art" text,
	"status" text,
	"grund" text,
	"bezeichnung" text,
	"erstellt_am" text,
	"besprochen_am" text,
	"angenommen_am" text,
	"gesendet_am" text,
	"beantwortet_am" text,
	"genehmigt_am" text,
	"termin_am" text,
	"begonnen_am" text,
	"eingegliedert_am" text,
	"abgerechnet_am" text,
	"verworfen_am" text,
	"gueltig_bis" text,
	"honorar_bema" bigint,
	"honorar_goz" bigint,
	"mat_lab_gkv" bigint,
	"mat_lab_privat" bigint,
	"gesamt" bigint,
	"festzuschuss" bigint,
	"eigenanteil" bigint,
	"versorgungsart" text,
	"bonus" integer,
	"ebz_status" text,
	CONSTRAINT "pvs_hkp_cid_id_version_hash_batch_pk" PRIMARY KEY("cid","id","version","hash","batch")
);
--> statement-breakpoint
CREATE TABLE "pvs_hkpposition" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"version" bigint NOT NULL,
	"hash" bigint NOT NULL,
	"batch" integer NOT NULL,
	"deleted" boolean NOT NULL,
	"hkpid" text,
	"system" text,
	"nr" text,
	"zahn" text,
	"menge" integer,
	"faktor" integer,
	"betrag" bigint,
	"befund" text,
	CONSTRAINT "pvs_hkpposition_cid_id_version_hash_batch_pk" PRIMARY KEY("cid","id","version","hash","batch")
);
--> statement-breakpoint
CREATE TABLE "pvs_kariesrisiko" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"version" bigint NOT NULL,
	"hash" bigint NOT NULL,
	"batch" integer NOT NULL,
	"deleted" boolean NOT NULL,
	"patid" text,
	"datum" text,
	"risiko" text,
	CONSTRAINT "pvs_kariesrisiko_cid_id_version_hash_batch_pk" PRIMARY KEY("cid","id","version","hash","batch")
);
--> statement-breakpoint
CREATE TABLE "pvs_leistung" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"version" bigint NOT NULL,
	"hash" bigint NOT NULL,
	"batch" integer NOT NULL,
	"deleted" boolean NOT NULL,
	"patid" text,
	"behandler" text,
	"abr_behandler" text,
	"zimmer" text,
	"stempel" text,
	"termin_id" text,
	"datum" text,
	"system" text,
	"nr" text,
	"zahn" text,
	"flaechen" text,
	"menge" integer,
	"punkte" integer,
	"faktor" integer,
	"faktorgrund" text,
	"honorar" bigint,
	"material" bigint,
	"eigenlabor" bigint,
	"fremdlabor" bigint,
	"betrag" bigint,
	"bereich" text,
	"kostentraeger" text,
	"status" text,
	"storno" boolean,
	"rechnung_id" text,
	"hkpid" text,
	CONSTRAINT "pvs_leistung_cid_id_version_hash_batch_pk" PRIMARY KEY("cid","id","version","hash","batch")
);
--> statement-breakpoint
CREATE TABLE "pvs_mapping" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"mapping" jsonb NOT NULL,
	"changed_by" text NOT NULL,
	"changed_at" bigint NOT NULL,
	CONSTRAINT "pvs_mapping_cid_id_pk" PRIMARY KEY("cid","id")
);
--> statement-breakpoint
CREATE TABLE "pvs_mitarbeiter" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"version" bigint NOT NULL,
	"hash" bigint NOT NULL,
	"batch" integer NOT NULL,
	"deleted" boolean NOT NULL,
	"name" text,
	"taetigkeit" text,
	"fte" integer,
	"team" text,
	"geburtsdatum" text,
	"eintritt" text,
	"austritt" text,
	CONSTRAINT "pvs_mitarbeiter_cid_id_version_hash_batch_pk" PRIMARY KEY("cid","id","version","hash","batch")
);
--> statement-breakpoint
CREATE TABLE "pvs_mkv" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"version" bigint NOT NULL,
	"hash" bigint NOT NULL,
	"batch" integer NOT NULL,
	"deleted" boolean NOT NULL,
	"patid" text,
	"datum" text,
	"zahn" text,
	"nr" text,
	"betrag" bigint,
	CONSTRAINT "pvs_mkv_cid_id_version_hash_batch_pk" PRIMARY KEY("cid","id","version","hash","batch")
);
--> statement-breakpoint
CREATE TABLE "pvs_params" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"version" bigint NOT NULL,
	"hash" bigint NOT NULL,
	"batch" integer NOT NULL,
	"deleted" boolean NOT NULL,
	"wert" text,
	CONSTRAINT "pvs_params_cid_id_version_hash_batch_pk" PRIMARY KEY("cid","id","version","hash","batch")
);
--> statement-breakpoint
CREATE TABLE "pvs_parfall" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"version" bigint NOT NULL,
	"hash" bigint NOT NULL,
	"batch" integer NOT NULL,
	"deleted" boolean NOT NULL,
	"patid" text,
	"behandler" text,
	"grad" text,
	"status" text,
	"erstellt_am" text,
	"gesendet_am" text,
	"genehmigt_am" text,
	"atg_am" text,
	"mhu_am" text,
	"ait_von" text,
	"ait_bis" text,
	"bev_am" text,
	"cpt_am" text,
	"upt_von" text,
	"upt_bis" text,
	"abgeschlossen_am" text,
	"zaehne_einwurzelig" integer,
	"zaehne_mehrwurzelig" integer,
	"wert" bigint,
	CONSTRAINT "pvs_parfall_cid_id_version_hash_batch_pk" PRIMARY KEY("cid","id","version","hash","batch")
);
--> statement-breakpoint
CREATE TABLE "pvs_part" (
	"cid" text NOT NULL,
	"batch" integer NOT NULL,
	"part" integer NOT NULL,
	"entity" text NOT NULL,
	"sha256" text NOT NULL,
	"rows" integer NOT NULL,
	"is_done" boolean NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "pvs_part_cid_batch_part_pk" PRIMARY KEY("cid","batch","part")
);
--> statement-breakpoint
CREATE TABLE "pvs_patient" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"version" bigint NOT NULL,
	"hash" bigint NOT NULL,
	"batch" integer NOT NULL,
	"deleted" boolean NOT NULL,
	"titel" text,
	"vorname" text,
	"nachname" text,
	"geburtsdatum" text,
	"geschlecht" text,
	"strasse" text,
	"plz" text,
	"ort" text,
	"land" text,
	"telefon" text,
	"mobil" text,
	"email" text,
	"versicherung" text,
	"kasse" text,
	"kassenart" text,
	"wop" text,
	"pflegegrad" integer,
	"einrichtung" boolean,
	"beihilfe" boolean,
	"bonusjahre" integer,
	"aktiv" boolean,
	"erstbesuch" text,
	"quelle" text,
	"stichworte" text,
	"zusammengefuehrt_in" text,
	CONSTRAINT "pvs_patient_cid_id_version_hash_batch_pk" PRIMARY KEY("cid","id","version","hash","batch")
);
--> statement-breakpoint
CREATE TABLE "pvs_prothese" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"version" bigint NOT NULL,
	"hash" bigint NOT NULL,
	"batch" integer NOT NULL,
	"deleted" boolean NOT NULL,
	"patid" text,
	"art" text,
	"kiefer" text,
	"eingegliedert_am" text,
	CONSTRAINT "pvs_prothese_cid_id_version_hash_batch_pk" PRIMARY KEY("cid","id","version","hash","batch")
);
--> statement-breakpoint
CREATE TABLE "pvs_psi" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"version" bigint NOT NULL,
	"hash" bigint NOT NULL,
	"batch" integer NOT NULL,
	"deleted" boolean NOT NULL,
	"patid" text,
	"datum" text,
	"codes" text,
	CONSTRAINT "pvs_psi_cid_id_version_hash_batch_pk" PRIMARY KEY("cid","id","version","hash","batch")
);
--> statement-breakpoint
CREATE TABLE "pvs_recall" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"version" bigint NOT NULL,
	"hash" bigint NOT NULL,
	"batch" integer NOT NULL,
	"deleted" boolean NOT NULL,
	"patid" text,
	"art" text,
	"intervall_wochen" integer,
	"faellig_am" text,
	"status" text,
	"termin_id" text,
	"erinnert_am" text,
	CONSTRAINT "pvs_recall_cid_id_version_hash_batch_pk" PRIMARY KEY("cid","id","version","hash","batch")
);
--> statement-breakpoint
CREATE TABLE "pvs_rechnung" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"version" bigint NOT NULL,
	"hash" bigint NOT NULL,
	"batch" integer NOT NULL,
	"deleted" boolean NOT NULL,
	"patid" text,
	"nummer" text,
	"art" text,
	"datum" text,
	"faellig_am" text,
	"betrag" bigint,
	"mahnstufe" integer,
	"storno_am" text,
	"gutschrift_zu" text,
	"beanstandet_am" text,
	"factoringfirma" text,
	"stempel" text,
	CONSTRAINT "pvs_rechnung_cid_id_version_hash_batch_pk" PRIMARY KEY("cid","id","version","hash","batch")
);
--> statement-breakpoint
CREATE TABLE "pvs_stempel" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"version" bigint NOT NULL,
	"hash" bigint NOT NULL,
	"batch" integer NOT NULL,
	"deleted" boolean NOT NULL,
	"name" text,
	"kzv_nummer" text,
	CONSTRAINT "pvs_stempel_cid_id_version_hash_batch_pk" PRIMARY KEY("cid","id","version","hash","batch")
);
--> statement-breakpoint
CREATE TABLE "pvs_stichworte" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"version" bigint NOT NULL,
	"hash" bigint NOT NULL,
	"batch" integer NOT NULL,
	"deleted" boolean NOT NULL,
	"kuerzel" text,
	"text" text,
	CONSTRAINT "pvs_stichworte_cid_id_version_hash_batch_pk" PRIMARY KEY("cid","id","version","hash","batch")
);
--> statement-breakpoint
CREATE TABLE "pvs_tagesnotiz" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"version" bigint NOT NULL,
	"hash" bigint NOT NULL,
	"batch" integer NOT NULL,
	"deleted" boolean NOT NULL,
	"patid" text,
	"datum" text,
	"behandler" text,
	"text" text,
	CONSTRAINT "pvs_tagesnotiz_cid_id_version_hash_batch_pk" PRIMARY KEY("cid","id","version","hash","batch")
);
--> statement-breakpoint
CREATE TABLE "pvs_teams" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"version" bigint NOT NULL,
	"hash" bigint NOT NULL,
	"batch" integer NOT NULL,
	"deleted" boolean NOT NULL,
	"name" text,
	CONSTRAINT "pvs_teams_cid_id_version_hash_batch_pk" PRIMARY KEY("cid","id","version","hash","batch")
);
--> statement-breakpoint
CREATE TABLE "pvs_termin" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"version" bigint NOT NULL,
	"hash" bigint NOT NULL,
	"batch" integer NOT NULL,
	"deleted" boolean NOT NULL,
	"patid" text,
	"behandler" text,
	"zimmer" text,
	"terminart" text,
	"start" bigint,
	"dauer_min" integer,
	"angelegt_am" bigint,
	"status" text,
	"status_am" bigint,
	"absage_am" bigint,
	"absagegrund" text,
	"ankunft" bigint,
	"beginn" bigint,
	"ende" bigint,
	"neupatient" boolean,
	"quelle" text,
	"stichworte" text,
	"hkpid" text,
	CONSTRAINT "pvs_termin_cid_id_version_hash_batch_pk" PRIMARY KEY("cid","id","version","hash","batch")
);
--> statement-breakpoint
CREATE TABLE "pvs_terminarten" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"version" bigint NOT NULL,
	"hash" bigint NOT NULL,
	"batch" integer NOT NULL,
	"deleted" boolean NOT NULL,
	"name" text,
	"gruppe" text,
	"standardgruppe" text,
	"dauer_min" integer,
	"ist_recall" boolean,
	CONSTRAINT "pvs_terminarten_cid_id_version_hash_batch_pk" PRIMARY KEY("cid","id","version","hash","batch")
);
--> statement-breakpoint
CREATE TABLE "pvs_termingruppen" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"version" bigint NOT NULL,
	"hash" bigint NOT NULL,
	"batch" integer NOT NULL,
	"deleted" boolean NOT NULL,
	"name" text,
	CONSTRAINT "pvs_termingruppen_cid_id_version_hash_batch_pk" PRIMARY KEY("cid","id","version","hash","batch")
);
--> statement-breakpoint
CREATE TABLE "pvs_warteliste" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"version" bigint NOT NULL,
	"hash" bigint NOT NULL,
	"batch" integer NOT NULL,
	"deleted" boolean NOT NULL,
	"patid" text,
	"seit" text,
	"bis" text,
	"terminart" text,
	"behandler" text,
	"dauer_min" integer,
	"notiz" text,
	CONSTRAINT "pvs_warteliste_cid_id_version_hash_batch_pk" PRIMARY KEY("cid","id","version","hash","batch")
);
--> statement-breakpoint
CREATE TABLE "pvs_zahlung" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"version" bigint NOT NULL,
	"hash" bigint NOT NULL,
	"batch" integer NOT NULL,
	"deleted" boolean NOT NULL,
	"rechnung_id" text,
	"datum" text,
	"betrag" bigint,
	"art" text,
	CONSTRAINT "pvs_zahlung_cid_id_version_hash_batch_pk" PRIMARY KEY("cid","id","version","hash","batch")
);
--> statement-breakpoint
CREATE TABLE "pvs_zahnbefund" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"version" bigint NOT NULL,
	"hash" bigint NOT NULL,
	"batch" integer NOT NULL,
	"deleted" boolean NOT NULL,
	"patid" text,
	"datum" text,
	"zahn" text,
	"befund" text,
	"flaechen" text,
	CONSTRAINT "pvs_zahnbefund_cid_id_version_hash_batch_pk" PRIMARY KEY("cid","id","version","hash","batch")
);
--> statement-breakpoint
CREATE TABLE "pvs_zimmer" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"version" bigint NOT NULL,
	"hash" bigint NOT NULL,
	"batch" integer NOT NULL,
	"deleted" boolean NOT NULL,
	"name" text,
	CONSTRAINT "pvs_zimmer_cid_id_version_hash_batch_pk" PRIMARY KEY("cid","id","version","hash","batch")
);
--> statement-breakpoint
CREATE TABLE "report_mail" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"report" text NOT NULL,
	"filter" jsonb NOT NULL,
	"weekday" integer,
	"time" text NOT NULL,
	"recipients" jsonb NOT NULL,
	"last_at" bigint,
	"by" text NOT NULL,
	"changed_at" bigint NOT NULL,
	CONSTRAINT "report_mail_cid_id_pk" PRIMARY KEY("cid","id")
);
--> statement-breakpoint
CREATE TABLE "report_note" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"report" text NOT NULL,
	"key" text NOT NULL,
	"text" text NOT NULL,
	"by" text NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "report_note_cid_id_pk" PRIMARY KEY("cid","id")
);
--> statement-breakpoint
CREATE TABLE "report_snapshot" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"report" text NOT NULL,
	"filter" jsonb NOT NULL,
	"rows" "bytea" NOT NULL,
	"sha256" text NOT NULL,
	"at" bigint NOT NULL,
	"by" text NOT NULL,
	CONSTRAINT "report_snapshot_cid_id_pk" PRIMARY KEY("cid","id")
);
--> statement-breakpoint
CREATE TABLE "ziel" (
	"cid" text NOT NULL,
	"kennzahl" text NOT NULL,
	"behandler" text NOT NULL,
	"valid_from" text NOT NULL,
	"value" double precision,
	"changed_by" text NOT NULL,
	"changed_at" bigint NOT NULL,
	CONSTRAINT "ziel_cid_kennzahl_behandler_valid_from_pk" PRIMARY KEY("cid","kennzahl","behandler","valid_from")
);
--> statement-breakpoint
CREATE INDEX "plan_label_on_target" ON "plan_label_on" USING btree ("cid","target");--> statement-breakpoint
CREATE INDEX "plan_note_target" ON "plan_note" USING btree ("cid","kind","target");--> statement-breakpoint
CREATE INDEX "plan_step_due" ON "plan_step" USING btree ("cid","state","due_at");--> statement-breakpoint
CREATE INDEX "praxiswert_key" ON "praxiswert" USING btree ("cid","art","schluessel");--> statement-breakpoint
CREATE INDEX "pvs_arbeitszeit_batch" ON "pvs_arbeitszeit" USING btree ("cid","batch");--> statement-breakpoint
CREATE UNIQUE INDEX "pvs_batch_run" ON "pvs_batch" USING btree ("cid","run");--> statement-breakpoint
CREATE INDEX "pvs_behandler_batch" ON "pvs_behandler" USING btree ("cid","batch");--> statement-breakpoint
CREATE INDEX "pvs_bemagoz_batch" ON "pvs_bemagoz" USING btree ("cid","batch");--> statement-breakpoint
CREATE INDEX "pvs_epaupload_batch" ON "pvs_epaupload" USING btree ("cid","batch");--> statement-breakpoint
CREATE INDEX "pvs_fehlzeit_batch" ON "pvs_fehlzeit" USING btree ("cid","batch");--> statement-breakpoint
CREATE INDEX "pvs_hkp_batch" ON "pvs_hkp" USING btree ("cid","batch");--> statement-breakpoint
CREATE INDEX "pvs_hkpposition_batch" ON "pvs_hkpposition" USING btree ("cid","batch");--> statement-breakpoint
CREATE INDEX "pvs_kariesrisiko_batch" ON "pvs_kariesrisiko" USING btree ("cid","batch");--> statement-breakpoint
CREATE INDEX "pvs_leistung_batch" ON "pvs_leistung" USING btree ("cid","batch");--> statement-breakpoint
CREATE INDEX "pvs_mitarbeiter_batch" ON "pvs_mitarbeiter" USING btree ("cid","batch");--> statement-breakpoint
CREATE INDEX "pvs_mkv_batch" ON "pvs_mkv" USING btree ("cid","batch");--> statement-breakpoint
CREATE INDEX "pvs_params_batch" ON "pvs_params" USING btree ("cid","batch");--> statement-breakpoint
CREATE INDEX "pvs_parfall_batch" ON "pvs_parfall" USING btree ("cid","batch");--> statement-breakpoint
CREATE INDEX "pvs_patient_batch" ON "pvs_patient" USING btree ("cid","batch");--> statement-breakpoint
CREATE INDEX "pvs_prothese_batch" ON "pvs_prothese" USING btree ("cid","batch");--> statement-breakpoint
CREATE INDEX "pvs_psi_batch" ON "pvs_psi" USING btree ("cid","batch");--> statement-breakpoint
CREATE INDEX "pvs_recall_batch" ON "pvs_recall" USING btree ("cid","batch");--> statement-breakpoint
CREATE INDEX "pvs_rechnung_batch" ON "pvs_rechnung" USING btree ("cid","batch");--> statement-breakpoint
CREATE INDEX "pvs_stempel_batch" ON "pvs_stempel" USING btree ("cid","batch");--> statement-breakpoint
CREATE INDEX "pvs_stichworte_batch" ON "pvs_stichworte" USING btree ("cid","batch");--> statement-breakpoint
CREATE INDEX "pvs_tagesnotiz_batch" ON "pvs_tagesnotiz" USING btree ("cid","batch");--> statement-breakpoint
CREATE INDEX "pvs_teams_batch" ON "pvs_teams" USING btree ("cid","batch");--> statement-breakpoint
CREATE INDEX "pvs_termin_batch" ON "pvs_termin" USING btree ("cid","batch");--> statement-breakpoint
CREATE INDEX "pvs_terminarten_batch" ON "pvs_terminarten" USING btree ("cid","batch");--> statement-breakpoint
CREATE INDEX "pvs_termingruppen_batch" ON "pvs_termingruppen" USING btree ("cid","batch");--> statement-breakpoint
CREATE INDEX "pvs_warteliste_batch" ON "pvs_warteliste" USING btree ("cid","batch");--> statement-breakpoint
CREATE INDEX "pvs_zahlung_batch" ON "pvs_zahlung" USING btree ("cid","batch");--> statement-breakpoint
CREATE INDEX "pvs_zahnbefund_batch" ON "pvs_zahnbefund" USING btree ("cid","batch");--> statement-breakpoint
CREATE INDEX "pvs_zimmer_batch" ON "pvs_zimmer" USING btree ("cid","batch");--> statement-breakpoint
CREATE INDEX "report_note_report" ON "report_note" USING btree ("cid","report");--> statement-breakpoint
CREATE INDEX "report_snapshot_report" ON "report_snapshot" USING btree ("cid","report","at");